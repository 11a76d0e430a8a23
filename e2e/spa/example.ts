import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OverviewResponse } from '@cvq/contract';
import { test as base, expect } from '../collector.ts';
import { freePort } from '../free-port.ts';
import { runCvq } from '../run-cvq.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const START = path.join(ROOT, 'examples/spa/start.mjs');

/** What `vite build` and the start of two servers may take on a busy machine, apart from the test. */
const START_LIMIT_MS = 60_000;

/** A line of `cvq events export`, as far as these tests read it. */
export type StoredEvent = {
  event_type: string;
  timestamp: string;
  session_id: string;
  visitor_id: string;
  user_id: string | null;
  properties: Record<string, unknown>;
  context: { page_url: string; title: string | null; referrer: string | null };
  conversion: { order_id: string | null; value: number | null; currency: string | null } | null;
};

/** The single-page example as its one command starts it, with a collector and an empty demo project of its own. */
export type Example = {
  readonly site: string;
  readonly collector: string;
  overview(): Promise<OverviewResponse['data']>;
  /** Every stored event, oldest first. */
  events(): Promise<StoredEvent[]>;
  /** Presses Ctrl-C; resolves to the exit code. */
  interrupt(): Promise<number | null>;
};

type Environment = { PATH: string; CVQ_DATA: string; PORT: string };

/** `built`: what `vite build` makes of the example, or its sources by the dev server. */
export const test = base.extend<{ built: boolean; example: Example }>({
  built: [true, { option: true }],
  example: [
    async ({ built }, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'cvq-e2e-spa-'));
      const environment = { PATH: process.env.PATH ?? '', CVQ_DATA: folder, PORT: `${await freePort()}` };
      try {
        // The example finds the demo project there, and so adds no history to it.
        await runCvq(environment, 'demo', '--days', '0');
        const example = await start(environment, built ? ['--built'] : []);
        try {
          await use(example);
        } finally {
          expect(await example.interrupt(), 'the example ends with 0 on Ctrl-C').toBe(0);
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    { timeout: START_LIMIT_MS },
  ],
  baseURL: ({ example }, use) => use(example.site),
});

export { expect };

async function start(env: Environment, args: string[]): Promise<Example> {
  const child = spawn(process.execPath, [START, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const said = await untilReady(child);
  const find = (pattern: RegExp) => said.match(pattern)?.[0] ?? '';
  const collector = `http://127.0.0.1:${env.PORT}`;
  return {
    site: find(/(?<=Example +)http\S+(?=\/)/),
    collector,
    async overview() {
      const response = await fetch(`${collector}/v1/analytics/overview?range=today`, {
        headers: { authorization: `Bearer ${find(/sk_\w+/)}` },
      });
      return OverviewResponse.parse(await response.json()).data;
    },
    async events() {
      const lines = await runCvq(env, 'events', 'export', '--project', find(/proj_\w+/));
      return lines
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as StoredEvent);
    },
    async interrupt() {
      child.kill('SIGINT');
      await closed;
      return child.exitCode;
    },
  };
}

/** Everything that it has said when the last of its servers listens. */
async function untilReady(child: ChildProcess): Promise<string> {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (said += part));
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(`The example ended with ${child.exitCode}:\n${said}`);
    return /Script tag.*\n/.test(said);
  };
  await expect.poll(isReady, { message: 'the example has started', timeout: START_LIMIT_MS }).toBe(true);
  return said;
}

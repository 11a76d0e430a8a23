import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OverviewResponse } from '@cvq/contract';
import { freePort } from '../../test/builders/free-port.ts';
import { test as base, expect } from '../collector.ts';
import { runCvq } from '../run-cvq.ts';
import { type StoredEvent, storedEvents } from '../stored-event.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const START = path.join(ROOT, 'examples/spa/start.mjs');

/** What `vite build` and the start of two servers may take on a busy machine, apart from the test. */
const START_LIMIT_MS = 120_000;

type Overview = OverviewResponse['data'];

/** The single-page example as its one command starts it, with a collector and an empty demo project of its own. */
export type Example = {
  readonly site: string;
  readonly collector: string;
  /** Counts of what the test did. */
  counted(): Promise<Pick<Overview, Count>>;
  /** Every stored event of the test, in the order in which they happened. */
  events(): Promise<StoredEvent[]>;
  /** Presses Ctrl-C; resolves to the exit code. */
  interrupt(): Promise<number | null>;
};

/** The example as `vite build` makes it, which a worker starts once, or its sources by the dev server. */
export const test = base.extend<{ example: Example; sources: Example }, { built: Example }>({
  built: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => runExample(['--built'], use),
    { scope: 'worker', timeout: START_LIMIT_MS },
  ],
  example: async ({ built }, use) => use(await sinceNow(built)),
  sources: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => runExample([], use),
    { timeout: START_LIMIT_MS },
  ],
});

export { expect };

async function runExample(args: string[], use: (example: Example) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cvq-e2e-spa-'));
  const environment = { PATH: process.env.PATH ?? '', CVQ_DATA: folder, PORT: `${await freePort()}` };
  try {
    // The example finds the demo project there, and so adds no history to it.
    await runCvq(environment, 'demo', '--days', '0');
    const example = await start(environment, args);
    try {
      await use(example);
    } finally {
      expect(await example.interrupt(), 'the example ends with 0 on Ctrl-C').toBe(0);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What a test adds to an example that others used before: each test is another visitor. */
async function sinceNow(example: Example): Promise<Example> {
  const earlier = new Set((await example.events()).map(({ event_id }) => event_id));
  const before = await example.counted();
  return {
    ...example,
    events: async () => (await example.events()).filter(({ event_id }) => !earlier.has(event_id)),
    async counted() {
      const now = await example.counted();
      const [...names] = Object.keys(before) as Count[];
      return Object.fromEntries(names.map((name) => [name, now[name] - before[name]])) as typeof before;
    },
  };
}

type Environment = { PATH: string; CVQ_DATA: string; PORT: string };

async function start(env: Environment, args: string[]): Promise<Example> {
  const child = spawn(process.execPath, [START, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const said = await untilReady(child);
  const find = (pattern: RegExp) => said.match(pattern)?.[0] ?? '';
  const collector = `http://127.0.0.1:${env.PORT}`;
  return {
    site: find(/(?<=Example +)http\S+(?=\/)/),
    collector,
    async counted() {
      const response = await fetch(`${collector}/v1/analytics/overview?range=7d`, {
        headers: { authorization: `Bearer ${find(/sk_\w+/)}` },
      });
      return counts(OverviewResponse.parse(await response.json()).data);
    },
    async events() {
      const events = await storedEvents(env, find(/proj_\w+/));
      return events.sort((one, other) => one.timestamp.localeCompare(other.timestamp));
    },
    async interrupt() {
      child.kill('SIGINT');
      await closed;
      return child.exitCode;
    },
  };
}

type Count = keyof ReturnType<typeof counts>;

/** What adds up over visitors: no rate and no average. */
function counts({ pageviews, sessions, visitors, conversions, converted_sessions, revenue }: Overview) {
  return { pageviews, sessions, visitors, conversions, converted_sessions, revenue };
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

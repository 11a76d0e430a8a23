import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test as base, expect, type LaunchOptions } from '@playwright/test';
import { freePort } from './free-port.ts';
import { startPrism } from './prism.ts';
import { runCvq } from './run-cvq.ts';
import { windowedUserAgent } from './windowed-user-agent.ts';

const CVQ = path.resolve(import.meta.dirname, '../packages/collector/bin/cvq.js');

/** Longer than a collector takes to start on a machine that does much else. */
const START_LIMIT_MS = 60_000;
/** Longer than a collector takes to finish what it accepted. */
const END_LIMIT_MS = 60_000;

/** A collector of its own for one test, with an empty demo project. */
export type Collector = {
  readonly address: string;
  /** The answer of the read API, asked with the `sk_` key of the demo project. */
  ask(pathAndQuery: string): Promise<unknown>;
  /** What is stored, as `cvq events export` writes it. */
  stored(): Promise<StoredEvent[]>;
  /** The tracking key of the demo project. */
  readonly project: string;
};

type StoredEvent = {
  readonly event_type: string;
  readonly origin: string;
  readonly bot: { readonly name: string; readonly reasons: readonly string[] } | null;
};

/** The `test` of every spec: it opens pages of a real collector, which runs as long as the test does. */
export const test = base.extend<{ collector: Collector }, { launchOptions: LaunchOptions }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  collector: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'cvq-e2e-'));
    try {
      const port = await freePort();
      const environment = { ...withoutSettings(process.env), CVQ_DATA: folder, PORT: String(port) };
      const { project, readKey } = await createDemo(environment);
      const server = serve(environment);
      const address = `http://127.0.0.1:${port}`;
      const proxy = process.env.E2E_PRISM === '1' ? await startPrism(address, await freePort()) : null;
      try {
        await server.untilReady(address);
        const asked = proxy?.address ?? address;
        await use({
          address,
          project,
          ask: (pathAndQuery) => ask(new URL(pathAndQuery, asked), readKey),
          stored: () => storedEvents(environment, project),
        });
      } finally {
        proxy?.end();
        await server.end();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  baseURL: ({ collector }, use) => use(collector.address),
  launchOptions: [
    async ({ launchOptions }, use) => {
      const userAgent = await windowedUserAgent(launchOptions);
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), `--user-agent=${userAgent}`] });
    },
    { scope: 'worker' },
  ],
});

export { expect };

/** The machine's own settings must not reach the collector, which refuses those that it does not know. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('CVQ_')));
}

/** Makes the demo project without any history, and returns its id and its read key. */
async function createDemo(env: NodeJS.ProcessEnv): Promise<{ project: string; readKey: string }> {
  const printed = await runCvq(env, 'demo', '--days', '0', '--json');
  const { project, read_key } = JSON.parse(printed) as { project: string; read_key: string };
  return { project, readKey: read_key };
}

async function storedEvents(env: NodeJS.ProcessEnv, project: string): Promise<StoredEvent[]> {
  const printed = await runCvq(env, 'events', 'export', '--project', project);
  return printed
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as StoredEvent);
}

function serve(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [CVQ, 'serve'], { env });
  const closed = once(child, 'close');
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((parts) => parts.join(''));
  return {
    async untilReady(address: string): Promise<void> {
      const ready = { message: 'the collector is ready', timeout: START_LIMIT_MS };
      await expect.poll(() => isReady(child, address), ready).toBe(true);
    },
    /** Ends it as a supervisor does, and expects it to leave in peace. */
    async end(): Promise<void> {
      child.kill('SIGTERM');
      const impatience = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS);
      await closed;
      clearTimeout(impatience);
      expect(child.exitCode, `cvq serve ends with 0 on SIGTERM. It said:\n${await output}`).toBe(0);
    },
  };
}

async function isReady(child: ChildProcess, address: string): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`cvq serve ended with ${child.exitCode} before it was ready.`);
  const response = await fetch(`${address}/readyz`).catch(() => null);
  return response?.status === 200;
}

async function ask(address: URL, key: string): Promise<unknown> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
  const body = await response.text();
  expect(response.status, `${address.pathname} answers: ${body}`).toBe(200);
  return JSON.parse(body);
}

import { test as base, expect, type LaunchOptions } from '@playwright/test';
import { freePort } from '../test/builders/free-port.ts';
import { freshDemo } from './fresh-demo.ts';
import { startPrism } from './prism.ts';
import { type CollectorProgram, startCollector } from './sdk/collector-program.ts';
import { type StoredEvent, storedEvents } from './stored-event.ts';
import { windowedUserAgent } from './windowed-user-agent.ts';

/** Longer than a collector takes to start, and to finish what it accepted, on a machine that does much else. */
export const PROGRAM_LIMIT_MS = 120_000;

/** A collector with a demo project for one test alone. */
export type Collector = {
  readonly address: string;
  /** The answer of the read API, asked with the `sk_` key of the demo project. */
  ask(pathAndQuery: string): Promise<unknown>;
  /** What is stored for the demo project. */
  stored(): Promise<StoredEvent[]>;
  /** The tracking key of the demo project. */
  readonly project: string;
  /** The key of its backend. */
  readonly serverKey: string;
};

type ForAll = {
  /** It runs as long as there are tests. */
  program: CollectorProgram;
  /** Where the read API is asked: at the collector, or at a proxy that holds it to its document. */
  readAddress: string;
  launchOptions: LaunchOptions;
};

/** The `test` of every spec: it opens pages of a real collector. */
export const test = base.extend<{ collector: Collector }, ForAll>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const program = await startCollector();
      await use(program);
      await program.end();
    },
    { scope: 'worker', timeout: PROGRAM_LIMIT_MS },
  ],
  readAddress: [
    async ({ program }, use) => {
      if (process.env.E2E_PRISM !== '1') return use(program.address);
      const proxy = await startPrism(program.address, await freePort());
      await use(proxy.address);
      proxy.end();
    },
    { scope: 'worker', timeout: PROGRAM_LIMIT_MS },
  ],
  collector: async ({ program, readAddress }, use) => {
    const { project, readKey, serverKey } = await freshDemo(program.env);
    await use({
      address: program.address,
      project,
      serverKey,
      ask: (pathAndQuery) => ask(new URL(pathAndQuery, readAddress), readKey),
      stored: () => storedEvents(program.env, project),
    });
  },
  baseURL: ({ program }, use) => use(program.address),
  launchOptions: [
    async ({ launchOptions }, use) => {
      const userAgent = await windowedUserAgent(launchOptions);
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), `--user-agent=${userAgent}`] });
    },
    { scope: 'worker' },
  ],
});

export { expect };

async function ask(address: URL, key: string): Promise<unknown> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
  const body = await response.text();
  expect(response.status, `${address.pathname} answers: ${body}`).toBe(200);
  return JSON.parse(body);
}

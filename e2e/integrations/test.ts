import { test as base, expect as baseExpect, type LaunchOptions } from '@playwright/test';
import { type CollectorProgram, startCollector } from '../sdk/collector-program.ts';
import { windowedUserAgent } from '../windowed-user-agent.ts';
import { type FrameworkName, frameworks } from './framework.ts';
import { type RunningApp, runApp } from './running-app.ts';

/** A production build on a busy machine. */
const BUILD_LIMIT_MS = 300_000;

export type FrameworkOptions = { framework: FrameworkName };

type ForAll = FrameworkOptions & { launchOptions: LaunchOptions };
type ForOne = { collector: CollectorProgram; app: RunningApp };

/** The `test` of the integrations: an application of a framework, built for a collector of its own, and a person. */
export const test = base.extend<ForOne, ForAll>({
  framework: ['react-router', { option: true, scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  collector: async ({}, use) => {
    const collector = await startCollector();
    await use(collector);
    await collector.end();
  },
  app: [
    async ({ framework, collector }, use) => {
      const found = frameworks.find(({ name }) => name === framework);
      if (!found) throw new Error(`There is no application for ${framework}.`);
      const app = await runApp(found, collector);
      await use(app);
      await app.end();
    },
    { timeout: BUILD_LIMIT_MS },
  ],
  baseURL: ({ app }, use) => use(app.address),
  launchOptions: [
    async ({ launchOptions }, use) => {
      const userAgent = await windowedUserAgent(launchOptions);
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), `--user-agent=${userAgent}`] });
    },
    { scope: 'worker' },
  ],
});

/** The machine may be busy: what is awaited is an event in a store, never a moment. */
export const expect = baseExpect.configure({ timeout: 20_000 });

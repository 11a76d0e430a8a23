import { test as base, expect as baseExpect } from '@playwright/test';
import type { StoredEvent } from '../stored-event.ts';
import { type CollectorProgram, startCollector } from './collector-program.ts';
import { cvqTracker } from './cvq-tracker.ts';
import type { Engine, EngineName, Visitor } from './engine.ts';
import { findEngine } from './find-engine.ts';
import { openSite, type Site, type SiteParts } from './site.ts';
import type { Tracker } from './tracker.ts';

/** Some wait for pauses between attempts that grow, and the machine may be busy. */
const TEST_LIMIT_MS = 180_000;

export type EngineOptions = { engineName: EngineName };

type ForAll = EngineOptions & {
  /** Null where the browser is not installed: its tests are skipped, saying so. */
  installed: Engine | null;
  collector: CollectorProgram;
};

type ForOne = {
  engine: Engine;
  tracker: Tracker;
  visitor: Visitor;
  /** Opens a site whose events reach the collector, unless its faults say otherwise. */
  openSite: (page: (tracker: Tracker) => SiteParts['page']) => Promise<Site>;
  /** What the collector stored for one site, by its pages. */
  storedFor: (site: Site) => Promise<StoredEvent[]>;
};

/** The `test` of every spec of the SDK: a real browser of any engine, a real collector, and a network between them. */
export const test = base.extend<ForOne, ForAll>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  installed: [
    async ({ engineName }, use) => {
      const found = findEngine(engineName);
      const engine = 'launch' in found ? await found.launch() : null;
      await use(engine);
      await engine?.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  collector: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const collector = await startCollector();
      await use(collector);
      await collector.end();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  engine: async ({ installed, engineName }, use, testInfo) => {
    const found = findEngine(engineName);
    testInfo.skip(installed === null, 'missing' in found ? `not installed: ${found.missing}` : '');
    testInfo.setTimeout(TEST_LIMIT_MS);
    await use(installed as Engine);
  },
  tracker: ({ collector }, use) => use(cvqTracker(collector)),
  visitor: async ({ engine }, use) => {
    const visitor = await engine.arrive();
    await use(visitor);
    await visitor.leave();
  },
  openSite: async ({ tracker }, use) => {
    const opened: Site[] = [];
    await use(async (page) => {
      const site = await openSite({ page: page(tracker), script: tracker.script, receive: tracker.receive });
      opened.push(site);
      return site;
    });
    for (const site of opened) await site.close();
  },
  storedFor: ({ collector }, use) =>
    use(async (site) => {
      const events = await collector.stored();
      return events.filter(({ context }) => `${context.page_url}/`.startsWith(`${site.address}/`));
    }),
});

/** The machine may be busy: what is awaited is an event in a store, never a moment. */
export const expect = baseExpect.configure({ timeout: 60_000 });

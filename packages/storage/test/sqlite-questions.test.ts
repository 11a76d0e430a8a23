import { join } from 'node:path';
import { openReports } from '@cvq/storage';
import { expect, it } from 'vitest';
import { anEvent } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { Interruption } from '../src/sqlite/interruption.ts';
import { openForReading } from '../src/sqlite/open-database.ts';
import { ReportEngine } from '../src/sqlite/report-engine.ts';
import type { ReportName } from '../src/sqlite/report-table.ts';
import { EVER } from './contract/stores.ts';
import { openSqliteEventStores } from './event-stores.ts';

const folder = temporaryFolder();
const open = (place: string) => openSqliteEventStores(join(folder, place));
const question = { project: 'proj_a', bots: 'excluded', filters: [] } as const;
/** As Temporal's own objects, which no thread can be handed: the runtime of Node.js 26 has them. */
const unclonable = { day: () => '2026-11-21' };

it('a period that knows more than its instants is asked about', async () => {
  const store = open('period');
  const period = { from: 0, to: 1, start: unclonable };
  expect(await store.reports.totals(question, period)).toMatchObject({ events: 0 });
  expect(await store.reports.bots(question, period)).toEqual([]);
  await store.close();
});

it('a question that cannot be sent is refused, and does not keep the store from being closed', async () => {
  const store = open('question');
  await expect(store.reports.totals({ ...question, ...unclonable }, { from: 0, to: 1 })).rejects.toThrow(
    /could not be cloned/,
  );
  await store.close();
});

it('every question ends between segments when nobody waits for it any more', async () => {
  const project = 'proj_a';
  const store = open('interrupted');
  await store.ledger.append([anEvent({ project })]);
  const interruption = new Interruption();
  const reading = openForReading(join(folder, 'interrupted', 'events.db'));
  const engine = new ReportEngine(reading, { interruption });
  const about = { project, bots: 'excluded' } as const;
  const funnel = { eventTypes: ['pageview', 'purchase'], windowMs: 1000, scope: 'visitor' } as const;
  const slice = { order: 'newest_first', offset: 0, limit: 10 } as const;
  const period = { period: EVER, edges: [EVER.from, EVER.to] };
  const panels = [{ dimension: 'page', rows: 5 }];
  const overview = { now: period, before: null, panels, measure: { by: 'visitors', currency: 'EUR' } };
  const questions: [ReportName, ...unknown[]][] = [
    ['totals', about, EVER],
    ['series', about, [EVER.from, EVER.to]],
    ['breakdown', about, EVER, 'page'],
    ['campaigns', about, EVER],
    ['overview', about, overview],
    ['funnel', about, EVER, funnel],
    ['funnelValues', about, EVER, { funnel, dimension: 'source', limit: 5 }],
    ['conversions', about, EVER, slice],
    ['bots', about, EVER, {}],
    ['botTraffic', about, { edges: [EVER.from, EVER.to], only: {}, pages: 5 }],
  ];
  for (const wasAnswered of [false, true]) {
    for (const [name, ...asked] of questions) {
      interruption.interrupt();
      expect(() => engine.answer(name, asked), `${name}, ${wasAnswered ? 'again' : 'first'}`).toThrow(
        /Interrupted/,
      );
      interruption.clear();
      expect(engine.answer(name, asked)).toBeDefined();
    }
  }
  reading.close();
  await store.close();
});

it.each([1, 3, 7])('%i readers share their memory, however that divides', async (readers) => {
  const store = open('shared');
  await store.ledger.append([anEvent({ project: 'proj_a' })]);
  const reports = openReports(
    { folder: join(folder, 'shared'), migrate: true },
    { readers, memoryBytes: 33_554_433 },
  );
  const asked = Array.from({ length: 2 * readers }, (_, days) =>
    reports.totals(question, { from: 0, to: 2e12 + days }),
  );
  for (const { events } of await Promise.all(asked)) expect(events).toBeGreaterThan(0);
  await reports.close();
  await store.close();
});

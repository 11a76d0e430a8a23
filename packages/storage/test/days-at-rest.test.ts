import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { anEvent, DAY, HOUR, NOON } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { DayCompactor } from '../src/sqlite/compaction/day-compactor.ts';
import { isAllCompacted } from '../src/sqlite/compaction/is-all-compacted.ts';
import { RowArchiving } from '../src/sqlite/compaction/row-archiving.ts';
import { openSqliteIngestLedger } from '../src/sqlite/ingest-ledger.ts';
import { openForCompacting, openForReading } from '../src/sqlite/open-database.ts';
import { ReportEngine } from '../src/sqlite/report-engine.ts';
import { ask, EVER } from './contract/stores.ts';

const project = 'proj_shop';
const closing: (() => unknown)[] = [];
afterEach(() => closing.splice(0).map((close) => close()));

const YEAR_9999 = Date.UTC(9999, 11, 31);

/** A store on a day at noon, in which only what is of a day that ended two hours ago is at rest. */
async function openStore(given: readonly Parameters<typeof anEvent>[0][]) {
  const folder = temporaryFolder();
  const file = join(folder, 'events.db');
  const ledger = openSqliteIngestLedger({ folder, migrate: true }, 'unsynced');
  await ledger.append(given.map((event) => anEvent({ project, ...event })));
  const db = openForCompacting(file);
  closing.push(
    () => db.close(),
    () => ledger.close(),
  );
  const rest = { afterMs: 2 * HOUR, againMs: 0, passMs: DAY };
  const clock = () => NOON;
  const archiving = new RowArchiving(db, { rest, clock });
  const compactor = new DayCompactor(db, { rest, clock });
  return {
    archive: () => archiving.archive(project).rows,
    compact: () => compactor.compact(project).days,
    isAllCompacted: () => isAllCompacted(openForReading(file), project, { archiveHours: 2, now: NOON }),
    add: (...events: typeof given) => ledger.append(events.map((event) => anEvent({ project, ...event }))),
    days: () => db.prepare('SELECT start FROM days ORDER BY start').pluck().all(),
    blocks: () => db.prepare('SELECT count(*) FROM blocks').pluck().get(),
    totals: () => new ReportEngine(openForReading(file)).answer('totals', [ask(project), EVER]),
  };
}

it.each([
  ['a time', { id: { ms: NOON, suffix: 'far' }, at: YEAR_9999 }],
  ['an id', { id: { ms: 9_000_000_000_000, suffix: 'far' }, at: NOON }],
  ['both', { id: { ms: 9_000_000_000_000, suffix: 'far' }, at: 9_000_000_000_000 }],
])('an event with %s of a far year brings no other to rest before its time', async (_, far) => {
  const yesterday = { at: NOON - DAY };
  const { archive, compact, days } = await openStore([yesterday, { at: NOON - HOUR }, far]);
  expect(archive()).toBe(1);
  compact();
  expect(days()).toEqual([NOON - 1.5 * DAY]);
  expect(archive()).toBe(0);
});

it('days between two events of one block that happened years apart are no days of the project', async () => {
  const { archive, blocks, compact, days, totals } = await openStore([
    { id: { ms: 0, suffix: 'a' }, at: 0 },
    { id: { ms: 5, suffix: 'b' }, at: NOON - 9 * DAY },
    { id: { ms: 7, suffix: 'c' }, at: NOON - 4 * DAY },
    { at: NOON },
  ]);
  expect(archive()).toBe(3);
  expect(blocks()).toBe(1);
  expect(totals()).toMatchObject({ events: 4 });
  expect(compact()).toBe(3);
  expect(days()).toEqual([0, NOON - 9.5 * DAY, NOON - 4.5 * DAY]);
  expect(totals()).toMatchObject({ events: 4 });
});

it('all is compacted once days at rest are stored and archived, until one of them changes', async () => {
  const { archive, compact, isAllCompacted, add } = await openStore([
    { at: NOON - 2 * DAY },
    { at: NOON - DAY },
    { at: NOON },
  ]);
  expect(isAllCompacted()).toBe(false);
  compact();
  expect(isAllCompacted()).toBe(false);
  archive();
  expect(isAllCompacted()).toBe(true);
  await add({ at: NOON - HOUR });
  expect(isAllCompacted()).toBe(true);
  await add({ at: NOON - DAY });
  expect(isAllCompacted()).toBe(false);
  compact();
  archive();
  expect(isAllCompacted()).toBe(true);
});

import { join } from 'node:path';
import { openEventLog, openReports, type StoreNews } from '@cvq/storage';
import Database from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { anEvent, DAY, NOON, visitor } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { DayCompactor } from '../src/sqlite/compaction/day-compactor.ts';
import { openSqliteIngestLedger } from '../src/sqlite/ingest-ledger.ts';
import { openForCompacting } from '../src/sqlite/open-database.ts';
import { ask, EVER } from './contract/stores.ts';

const project = 'proj_shop';
const closing: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(closing.splice(0).map((open) => open.close())));

/** A store of some days, all but the last of which are stored as columns. */
async function openStore(days = 4) {
  const folder = temporaryFolder();
  const ledger = openSqliteIngestLedger({ folder, migrate: true }, 'unsynced');
  const events = Array.from({ length: days }, (_, day) =>
    anEvent({ project, at: NOON + day * DAY, visitor: visitor('ann'), properties: { plan: 'pro' } }),
  );
  await ledger.append(events);
  const file = join(folder, 'events.db');
  const compacting = openForCompacting(file);
  expect(
    new DayCompactor(compacting, { rest: { afterMs: 0, againMs: 0 }, clock: () => EVER.to }).compact(project),
  ).toEqual({ days: days - 1, isMore: false });
  compacting.close();
  const news: StoreNews[] = [];
  const reports = openReports({ folder, migrate: true }, { hear: (heard) => news.push(heard) });
  const log = openEventLog({ folder, migrate: true });
  closing.push(ledger, reports, log);
  const db = new Database(file);
  closing.push({ close: async () => void db.close() });
  return { db, log, reports, broken: () => news.filter(({ kind }) => kind === 'day_broken') };
}

const flip = (table: string, where = 'true') =>
  `UPDATE ${table} SET body = CAST(substr(body, 1, length(body) - 2) || x'ffff' AS BLOB) WHERE ${where}`;

it.each([
  ['a roll-up', flip('day_rollups'), [ask(project)]],
  ['a column', flip('day_columns'), [ask(project, 'included')]],
])(
  'a broken byte of %s changes no number: the day is made anew, and told of once',
  async (_, sql, [question]) => {
    const { db, log, reports, broken } = await openStore();
    const days = db.prepare('SELECT id FROM days').pluck().all();
    db.exec(sql);
    const answers = await Promise.all([1, 2, 3].map(() => reports.totals(question as never, EVER)));
    for (const answer of answers) expect(answer).toMatchObject({ events: 4, visitors: 1 });
    expect(broken()).toHaveLength(3);
    // The collector may have made new ones by now, under ids of their own.
    const left = db.prepare('SELECT id FROM days').pluck().all();
    expect(left.filter((id) => days.includes(id))).toEqual([]);
    expect((await log.check()).problems).toEqual([]);
    expect(await reports.totals(question as never, EVER)).toMatchObject({ events: 4 });
    expect(broken()).toHaveLength(3);
  },
);

it('however many days are broken, a question begins anew a few times only', async () => {
  const { db, reports, broken } = await openStore(120);
  db.exec(flip('day_rollups'));
  expect(await reports.totals(ask(project), EVER)).toMatchObject({ events: 120, visitors: 1 });
  expect(broken()).toHaveLength(11);
});

it('a broken property is made anew as well', async () => {
  const { db, reports, broken } = await openStore();
  db.exec(flip('day_properties', 'day = 1'));
  const { rows } = await reports.breakdown(ask(project), EVER, 'property:plan');
  expect(rows).toMatchObject([{ value: 'pro', events: 4 }]);
  expect(broken()).toHaveLength(1);
});

it('a check tells of each broken day', async () => {
  const { db, log } = await openStore();
  expect((await log.check()).problems).toEqual([]);
  db.exec(flip('day_columns', 'id / 64 = 2'));
  expect((await log.check()).problems).toEqual([
    expect.stringMatching(/^the columns of proj_shop on 2026-11-22 are not as they were stored\. /),
  ]);
});

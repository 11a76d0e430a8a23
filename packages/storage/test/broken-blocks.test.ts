import { join } from 'node:path';
import type { Subscriptions } from '@cvq/storage';
import { openReports } from '@cvq/storage';
import Database from 'better-sqlite3';
import { afterEach, expect, it } from 'vitest';
import { anEvent, aTouch, conversion, DAY, NOON, visitor } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { RowArchiving } from '../src/sqlite/compaction/row-archiving.ts';
import { openSqliteIngestLedger } from '../src/sqlite/ingest-ledger.ts';
import { openForCompacting } from '../src/sqlite/open-database.ts';
import { ask, EVER } from './contract/stores.ts';

const project = 'proj_shop';
const other = 'proj_other';
const closing: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(closing.splice(0).map((open) => open.close())));

const subscriptions: Subscriptions = new Map(
  [project, other].map((of) => [of, [{ endpoint: 'wh_1', events: ['*'] }]]),
);
const NAMES_BLOCK = /^Block \d+ of archived sessions is not as it was stored: /;

const aVisit = (name: string, userId: string | null = null) =>
  anEvent({ project, visitor: visitor(name), userId, sessionId: name, touch: aTouch({ source: 'news' }) });

/** On the next day, by a visit of its own that came directly. */
const saleOf = (name: string, of = project) =>
  anEvent({
    ...{ project: of, at: NOON + DAY, visitor: visitor(name), sessionId: `${name} later` },
    ...{ type: 'purchase', conversion: conversion(100) },
  });

/** A store with a project whose archived sessions cannot be read, and another project. */
async function openBrokenStore() {
  const folder = temporaryFolder();
  const file = join(folder, 'events.db');
  const ledger = openSqliteIngestLedger({ folder, migrate: true }, 'unsynced');
  await ledger.append([aVisit('ann', 'kim'), aVisit('bob'), saleOf('ann'), anEvent({ project: other })]);
  const archiving = openForCompacting(file);
  const rest = { afterMs: 0, againMs: 0, passMs: Number.POSITIVE_INFINITY };
  expect(new RowArchiving(archiving, { rest, clock: () => EVER.to }).archive(project).rows).toBe(4);
  archiving.close();
  const db = new Database(file);
  const broken = "CAST(substr(body, 1, length(body) - 2) || x'ffff' AS BLOB)";
  expect(db.prepare(`UPDATE blocks SET body = ${broken} WHERE kind = 2`).run().changes).toBe(1);
  db.close();
  const reports = openReports({ folder, migrate: true }, { readers: 1 });
  closing.push(reports, ledger);
  return { ledger, reports };
}

it('a sale that needs a broken block is refused by its name, and all others are stored as before', async () => {
  const { ledger } = await openBrokenStore();
  for (const name of ['ann', 'bob', 'ann'])
    await expect(ledger.append([saleOf(name)], { subscriptions })).rejects.toThrow(NAMES_BLOCK);
  // A user of the same id is somebody else in another project.
  for (const sale of [{ ...saleOf('ann', other), userId: 'kim' }, saleOf('new')])
    expect(await ledger.append([sale], { subscriptions })).toMatchObject([{ status: 'stored' }]);
  await ledger.probe();
});

it('a question that needs a broken block fails by its name, and every other one is answered as before', async () => {
  const { reports } = await openBrokenStore();
  const newest = { limit: 10, offset: 0, order: 'newest_first' } as const;
  const secondDay = { from: NOON + DAY / 2, to: NOON + 2 * DAY };
  // The sale itself can be read, and what it is credited to cannot.
  for (const period of [EVER, secondDay, secondDay])
    await expect(reports.conversions(ask(project), period, newest)).rejects.toThrow(NAMES_BLOCK);
  expect(await reports.totals(ask(other), EVER)).toMatchObject({ events: 1 });
  expect(await reports.conversions(ask(other), EVER, newest)).toMatchObject({ total: 0 });
});

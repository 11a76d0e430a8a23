import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  aBot,
  anEvent,
  conversion,
  DAY,
  MINUTE,
  NOON,
  visitor,
} from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { RowArchiving } from '../src/sqlite/compaction/row-archiving.ts';
import { openForCompacting } from '../src/sqlite/open-database.ts';
import { ask, EVER } from './contract/stores.ts';
import { openSqliteEventStores } from './event-stores.ts';

const project = 'proj_shop';

/** Of a browser whose clock is ten days behind: its id tells that clock, its time the collector's. */
const behind = (minutes: number, given: Partial<Parameters<typeof anEvent>[0]> = {}) => {
  const at = NOON + minutes * MINUTE;
  const event = anEvent({ project, at, visitor: visitor('ann'), ...given });
  return { ...event, id: { ...event.id, ms: at - 10 * DAY } };
};

/** A store in which the events of such a clock are archived, on the day that they happen on. */
async function openArchived(events: readonly ReturnType<typeof behind>[]) {
  const folder = temporaryFolder();
  const store = openSqliteEventStores(folder);
  await store.ledger.append(events);
  const db = openForCompacting(join(folder, 'events.db'));
  const rest = { afterMs: 0, againMs: 0, passMs: DAY };
  const { rows } = new RowArchiving(db, { rest, clock: () => EVER.to }).archive(project);
  db.close();
  expect(rows).toBe(events.length);
  return store;
}

it('cuts sessions anew around a late event, where only the ids of their events are of an archived day', async () => {
  const store = await openArchived([behind(0), behind(50)]);
  expect(await store.reports.totals(ask(project), EVER)).toMatchObject({ events: 2, sessions: 2 });
  await store.ledger.append([anEvent({ project, at: NOON + 25 * MINUTE, visitor: visitor('ann') })]);
  expect(await store.reports.totals(ask(project), EVER)).toMatchObject({ events: 3, sessions: 1 });
  await store.close();
});

it("gives an order to its next report when its session is a bot's, where only their ids are of an archived day", async () => {
  const sale = { type: 'purchase', sessionId: 's1', conversion: conversion(100, 'EUR', 'o1') };
  const store = await openArchived([behind(0, sale), behind(1, { ...sale, sessionId: 's2' })]);
  expect(await store.reports.totals(ask(project), EVER)).toMatchObject({ conversions: 1 });
  await store.ledger.append([anEvent({ project, at: NOON + MINUTE, sessionId: 's1', bot: aBot() })]);
  expect(await store.reports.totals(ask(project), EVER)).toMatchObject({ events: 1, conversions: 1 });
  await store.close();
});

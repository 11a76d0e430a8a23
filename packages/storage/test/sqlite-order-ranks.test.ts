import { join } from 'node:path';
import { openEventStore } from '@cvq/storage';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createEventWriter } from '../src/sqlite/event-writer.ts';
import { migrate } from '../src/sqlite/migrate.ts';
import { eventMigrations } from '../src/sqlite/migrations/events.ts';
import { openForWriting } from '../src/sqlite/open-database.ts';
import { ask, EVER, totalsOf } from './contract/stores.ts';
import { anEvent, aTouch, conversion, HOUR, NOON, visitor } from './event-records.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const BEFORE_RANKS = eventMigrations.findIndex(({ name }) => name === 'orders by rank, removed conversions');
const project = 'proj_shop';

const browser = anEvent({
  ...{ project, type: 'purchase', sessionId: 'visit', visitor: visitor('ann') },
  touch: aTouch({ source: 'letter' }),
  conversion: conversion(1, 'EUR', 'A-1'),
});
const server = anEvent({
  ...{ project, type: 'purchase', at: NOON + HOUR, origin: 'server', touch: aTouch() },
  conversion: conversion(1000, 'EUR', 'A-1'),
});
const onlyBrowser = anEvent({
  ...browser,
  id: { ms: NOON, suffix: 'other' },
  conversion: conversion(7, 'EUR', 'A-2'),
});

/** A store as it was left when the earliest report of an order was the sale, whoever reported it. */
function leaveOldStore(): void {
  const file = join(folder, 'events.db');
  const db = openForWriting(file);
  migrate(db, { store: 'events', migrations: eventMigrations }, true);
  createEventWriter(db)([browser, onlyBrowser]);
  createEventWriter(db)([server]);
  db.exec(`
    UPDATE events SET conversion = iif(origin = 1, 2, 1), session = iif(origin = 1, NULL, session), stitched = 0;
    UPDATE orders SET at = ${NOON}, ms = ${NOON}, suffix = '${browser.id.suffix}' WHERE order_id = 'A-1';
    UPDATE sessions SET conversions = 2;
    DROP INDEX events_by_order;
    DROP INDEX sales_by_session;
    ${['from_server', 'visit_at', 'visit_ms', 'visit_suffix', 'announced', 'removed']
      .map((column) => `ALTER TABLE orders DROP COLUMN ${column};`)
      .join('\n')}
    PRAGMA user_version = ${BEFORE_RANKS};
  `);
  db.close();
}

it('gives the orders of an older store their rank, and a server the visit of the browser', async () => {
  leaveOldStore();
  const store = openEventStore({ folder, migrate: true });
  expect(await totalsOf(store, project)).toMatchObject({
    ...{ conversions: 2, sessions: 1, convertedSessions: 1 },
    values: [{ currency: 'EUR', minor: 1007 }],
  });
  expect(await store.conversion(project, browser.id)).toMatchObject({ isRepeat: true });
  expect(await store.conversion(project, server.id)).toMatchObject({
    ...{ isRepeat: false, visit: { sessionId: 'visit' }, attribution: { touch: { source: 'letter' } } },
  });
  // What comes later meets the ranks.
  await store.append([anEvent({ ...browser, id: { ms: NOON, suffix: 'late' }, at: NOON - HOUR })]);
  await store.append([
    anEvent({ ...server, id: { ms: NOON, suffix: 'paid' }, conversion: conversion(9, 'EUR', 'A-2') }),
  ]);
  const { values } = await store.totals(ask(project), EVER);
  expect(values).toMatchObject([{ minor: 1009, conversions: 2 }]);
  const db = new Database(join(folder, 'events.db'), { readonly: true });
  expect(
    db.prepare('SELECT sum(conversions), (SELECT sum(announced) FROM orders) FROM sessions').raw().get(),
  ).toEqual([2, 2]);
  db.close();
  await store.close();
});

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, expect, it } from 'vitest';
import {
  aBot,
  anEvent,
  aTouch,
  conversion,
  HOUR,
  NOON,
  visitor,
} from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { EventWriter } from '../src/sqlite/ingest/event-writer.ts';
import { migrate } from '../src/sqlite/migrate.ts';
import { eventMigrations } from '../src/sqlite/migrations/events.ts';
import { openForWriting } from '../src/sqlite/open-database.ts';
import { BEFORE_PERSONS } from './before-persons.ts';
import { ask, EVER, totalsOf } from './contract/stores.ts';
import { openSqliteEventStores } from './event-stores.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
const BEFORE_REPORTS = eventMigrations.findIndex(({ name }) => name === 'all reports of an order');
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

/** What later versions have added besides. */
const LATER_COLUMNS = [
  ['probes', 'padding'],
  ['webhook_deliveries', 'log_bytes'],
  ['webhook_health', 'log_bytes'],
  ['events', 'sdk'],
  ['events', 'consent'],
  ['events', 'gpc'],
  ['events', 'clicks'],
];

/** The table of orders before it held all of their reports. */
const EARLIER_ORDERS = `${BEFORE_PERSONS}
    CREATE TABLE orders (
      project INTEGER NOT NULL, type INTEGER NOT NULL, order_id TEXT NOT NULL,
      at INTEGER NOT NULL, ms INTEGER NOT NULL, suffix TEXT NOT NULL,
      PRIMARY KEY (project, type, order_id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO orders SELECT project, type, order_id, at, ms, suffix FROM order_reports WHERE true
      ORDER BY rank, at ON CONFLICT DO NOTHING;
    DROP TABLE order_reports;
    DROP TABLE order_states;
    DROP INDEX reports_by_session;
    ${LATER_COLUMNS.map(([table, column]) => `ALTER TABLE ${table} DROP COLUMN ${column};`).join('\n')}`;

/** A store as it was left when the earliest report of an order was the sale, whoever reported it. */
function leaveOldStore(): void {
  const file = join(folder, 'events.db');
  const db = openForWriting(file);
  migrate(db, { store: 'events', migrations: eventMigrations }, true);
  new EventWriter(db).append([browser, onlyBrowser]);
  new EventWriter(db).append([server]);
  db.exec(`
    UPDATE events SET conversion = iif(origin = 1, 2, 1), session = iif(origin = 1, NULL, session), stitched = 0;
    ${EARLIER_ORDERS}
    UPDATE orders SET at = ${NOON}, ms = ${NOON}, suffix = '${browser.id.suffix}' WHERE order_id = 'A-1';
    UPDATE sessions SET conversions = 2;
    PRAGMA user_version = ${BEFORE_RANKS};
  `);
  db.close();
}

it('gives the orders of an older store their rank, and a server the visit of the browser', async () => {
  leaveOldStore();
  const store = openSqliteEventStores(folder);
  expect(await totalsOf(store, project)).toMatchObject({
    ...{ conversions: 2, sessions: 1, convertedSessions: 1 },
    values: [{ currency: 'EUR', minor: 1007 }],
  });
  expect(await store.reports.conversion(project, browser.id)).toMatchObject({ isRepeat: true });
  expect(await store.reports.conversion(project, server.id)).toMatchObject({
    ...{ isRepeat: false, visit: { sessionId: 'visit' }, attribution: { touch: { source: 'letter' } } },
  });
  // What comes later meets the ranks.
  await store.ledger.append([anEvent({ ...browser, id: { ms: NOON, suffix: 'late' }, at: NOON - HOUR })]);
  await store.ledger.append([
    anEvent({ ...server, id: { ms: NOON, suffix: 'paid' }, conversion: conversion(9, 'EUR', 'A-2') }),
  ]);
  const { values } = await store.reports.totals(ask(project), EVER);
  expect(values).toMatchObject([{ minor: 1009, conversions: 2 }]);
  const db = new Database(join(folder, 'events.db'), { readonly: true });
  expect(
    db
      .prepare(
        'SELECT sum(conversions), (SELECT count(*) FROM order_states WHERE ms IS NOT NULL) FROM sessions',
      )
      .raw()
      .get(),
  ).toEqual([2, 2]);
  db.close();
  await store.close();
});

/** A store as it was left when an order stayed with a bot that had claimed it, and lent its session to a backend. */
function leaveStoreOfBots(): void {
  const db = openForWriting(join(folder, 'events.db'));
  migrate(db, { store: 'events', migrations: eventMigrations }, true);
  const writer = new EventWriter(db);
  const claim = {
    sessionId: 'bot',
    visitor: visitor('bot'),
    at: NOON - HOUR,
    touch: aTouch({ source: 'bot' }),
  };
  writer.append([{ ...browser, ...claim, id: { ms: NOON, suffix: 'claim' } }, browser, server]);
  writer.append([
    { ...onlyBrowser, ...claim, id: { ms: NOON, suffix: 'claim2' } },
    onlyBrowser,
    anEvent({ project, sessionId: 'bot', bot: aBot() }),
  ]);
  db.exec(`
    ${EARLIER_ORDERS}
    ALTER TABLE orders ADD COLUMN from_server INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE orders ADD COLUMN visit_at INTEGER;
    ALTER TABLE orders ADD COLUMN visit_ms INTEGER;
    ALTER TABLE orders ADD COLUMN visit_suffix TEXT;
    ALTER TABLE orders ADD COLUMN announced INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE orders ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX events_by_order ON events(project, order_id) WHERE order_id IS NOT NULL;
    CREATE INDEX sales_by_session ON events(session) WHERE conversion = 1 AND session IS NOT NULL;
    UPDATE orders SET ms = ${NOON}, suffix = 'claim2' WHERE order_id = 'A-2';
    UPDATE events SET conversion = 2 WHERE order_id = 'A-1' AND origin = 0 OR suffix = '${onlyBrowser.id.suffix}';
    UPDATE events SET session = (SELECT session FROM events WHERE suffix = 'claim') WHERE origin = 1;
    UPDATE sessions SET conversions = iif(key = 'bot', 2, 0);
    PRAGMA user_version = ${BEFORE_REPORTS};
  `);
  db.close();
}

it('gives orders that bots had claimed in an older store to the people who report them', async () => {
  leaveStoreOfBots();
  const store = openSqliteEventStores(folder);
  expect(await totalsOf(store, project)).toMatchObject({
    ...{ conversions: 2, sessions: 1, convertedSessions: 1 },
    values: [{ currency: 'EUR', minor: 1007 }],
  });
  expect(await store.reports.conversion(project, server.id)).toMatchObject({
    ...{ visit: { sessionId: 'visit' }, attribution: { touch: { source: 'letter' } } },
  });
  expect(await store.reports.conversion(project, { ms: NOON, suffix: 'claim2' })).toMatchObject({
    bot: { name: 'Googlebot' },
  });
  const db = new Database(join(folder, 'events.db'), { readonly: true });
  expect(db.prepare('SELECT key, conversions FROM sessions ORDER BY key').raw().all()).toEqual([
    ['bot', 2],
    ['visit', 2],
  ]);
  db.close();
  await store.close();
});

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { aBot, anEvent, conversion, HOUR, NOON, visitor } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { EventWriter } from '../src/sqlite/ingest/event-writer.ts';
import { migrate } from '../src/sqlite/migrate.ts';
import { eventMigrations } from '../src/sqlite/migrations/events.ts';
import { type Connection, openForWriting } from '../src/sqlite/open-database.ts';
import { BEFORE_PERSONS } from './before-persons.ts';
import { ask, EVER, totalsOf } from './contract/stores.ts';
import { openSqliteEventStores } from './event-stores.ts';

const BEFORE = eventMigrations.findIndex(
  ({ name }) => name === 'bots that servers named belong to their own events',
);
const project = 'proj_shop';
const order = { type: 'purchase', conversion: conversion(900, 'EUR', 'A-1') };

const view = anEvent({ project, sessionId: 'visit', visitor: visitor('ann') });
const sale = anEvent({ ...view, ...order, id: { ms: NOON, suffix: 'sale' }, at: NOON + 1 });
const repeat = anEvent({
  ...order,
  ...{ project, sessionId: 'second', visitor: visitor('ann'), at: NOON + HOUR },
});
const ofServer = anEvent({
  ...{ project, origin: 'server', sessionId: 'visit', type: 'lead', at: NOON + 2 * HOUR, bot: aBot() },
  conversion: conversion(5),
});
const driven = anEvent({ project, sessionId: 'driven', bot: aBot({ isFiltered: false }) });
const ofServerThere = anEvent({ ...ofServer, sessionId: 'driven', id: { ms: NOON, suffix: 'there' } });
const ofBot = anEvent({ project, sessionId: 'bot', bot: aBot() });
const ofServerOfBot = anEvent({ ...ofServer, sessionId: 'bot', id: { ms: NOON, suffix: 'of-bot' } });

const stateOf = (db: Connection) =>
  db.prepare('SELECT key, bot, bot_verdict, bot_suffix, conversions FROM sessions ORDER BY key').all();

/** A store as it was left when the classification of a server's event was one of the session that it names. */
function leaveOldStore() {
  const db = openForWriting(join(temporary, 'events.db'));
  migrate(db, { store: 'events', migrations: eventMigrations }, true);
  new EventWriter(db).append([view, sale, driven, ofBot, ofServer, ofServerThere, ofServerOfBot]);
  new EventWriter(db).append([repeat]);
  const right = stateOf(db);
  db.exec(`
    UPDATE sessions SET bot = 2, conversions = conversions + 1,
      (bot_verdict, bot_at, bot_ms, bot_suffix) = (
        SELECT bot_verdict, at, ms, suffix FROM events WHERE suffix = '${ofServer.id.suffix}'
      ) WHERE key = 'visit';
    UPDATE sessions SET bot = 2, conversions = conversions + 1 WHERE key = 'driven';
    UPDATE order_reports SET rank = 2 WHERE suffix = 'sale';
    UPDATE events SET conversion = 1 WHERE suffix = '${repeat.id.suffix}';
    UPDATE sessions SET conversions = 1 WHERE key = 'second';
    ${BEFORE_PERSONS}
    ALTER TABLE probes DROP COLUMN padding;
    PRAGMA user_version = ${BEFORE};
  `);
  expect(stateOf(db)).not.toEqual(right);
  db.close();
  return right;
}

let temporary: string;

it('gives back the sessions and sales that servers of an older store had taken by a bot of their own event', async () => {
  temporary = temporaryFolder();
  const right = leaveOldStore();
  const store = openSqliteEventStores(temporary);
  expect(await totalsOf(store, project)).toMatchObject({
    ...{ sessions: 3, conversions: 1, convertedSessions: 1 },
    values: [{ currency: 'EUR', minor: 900 }],
  });
  expect(await store.reports.conversion(project, sale.id)).toMatchObject({ isRepeat: false, bot: null });
  expect(await store.reports.conversion(project, repeat.id)).toMatchObject({ isRepeat: true });
  expect(await store.reports.totals(ask(project, 'included'), EVER)).toMatchObject({ sessions: 4 });
  await store.close();
  const db = new Database(join(temporary, 'events.db'), { readonly: true });
  expect(stateOf(db)).toEqual(right);
  db.close();
});

import { join } from 'node:path';
import { PLACEHOLDER_ID } from '@cvq/contract/constants';
import type { EventRecord } from '@cvq/storage';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import {
  anEvent,
  aTouch,
  conversion,
  DAY,
  HOUR,
  MINUTE,
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

const AT_PERSONS = eventMigrations.findIndex(({ name }) => name === 'persons behind visitors');
const project = 'proj_shop';

/** A store as it was left by a version that knew no persons: with the rows that migrations before that make. */
function leaveOldStore(events: readonly EventRecord[]): string {
  const folder = temporaryFolder();
  const db = openForWriting(join(folder, 'events.db'));
  migrate(db, { store: 'events', migrations: eventMigrations }, true);
  new EventWriter(db).append(events);
  db.exec(`${BEFORE_PERSONS} PRAGMA user_version = ${AT_PERSONS};`);
  db.close();
  return folder;
}

const from = (source: string, sessionId: string, given: Partial<EventRecord> = {}) =>
  anEvent({ project, sessionId, at: NOON - DAY, touch: aTouch({ source }), ...given });
const serverSale = (userId: string, given: Partial<EventRecord> = {}) =>
  anEvent({
    ...{ project, origin: 'server', type: 'purchase', at: NOON + HOUR, userId, touch: aTouch() },
    ...{ visitor: visitor(userId, 'user'), conversion: conversion(100), ...given },
  });

it('finds out who is behind the visitors of an older store, as if all had been stored today', async () => {
  const shared = { visitor: visitor('shared') };
  const events = [
    from('google', 'of u1', { ...shared, userId: 'u1', at: NOON - 2 * DAY }),
    from('letter', 'of u2', { ...shared, userId: 'u2' }),
    from('blog', 'of u2', { ...shared, userId: 'u1', at: NOON - DAY + MINUTE }),
    from('paper', 'of ann', { visitor: visitor('ann') }),
    serverSale('u3', { sessionId: 'of ann' }),
    serverSale('u1'),
    serverSale('u2', { type: 'lead' }),
    anEvent({ project, visitor: visitor('without session'), userId: 'u2', at: NOON - 2 * HOUR }),
    anEvent({ ...from('x', 'of bob'), exclusion: 'foreign_host', visitor: visitor('bob'), userId: 'u9' }),
    anEvent({
      project,
      sessionId: 'of bob',
      visitor: visitor('bob'),
      type: 'identify',
      exclusion: 'user_update',
      userId: 'u4',
    }),
  ];
  const migrated = openSqliteEventStores(leaveOldStore(events));
  const fresh = openSqliteEventStores(temporaryFolder());
  await fresh.ledger.append(events);
  for (const ask of [bySource, identified]) expect(await ask(migrated)).toEqual(await ask(fresh));
  expect(await totalsOf(migrated, project)).toMatchObject({ visitors: 3 });

  // What arrives later meets what was migrated.
  const late = from('tv', 'of ann', { visitor: visitor('earlier'), at: NOON - 3 * DAY });
  for (const store of [migrated, fresh]) await store.ledger.append([late]);
  expect(await bySource(migrated)).toEqual(await bySource(fresh));
  await migrated.close();
  await fresh.close();

  type Stores = ReturnType<typeof openSqliteEventStores>;
  async function bySource({ reports }: Stores) {
    const { visitors, rows } = await reports.breakdown(ask(project), EVER, 'source');
    return { visitors, rows: rows.toSorted((a, b) => (a.value < b.value ? -1 : 1)) };
  }
  async function identified({ reports }: Stores) {
    const list = { order: 'oldest_first', offset: 0, limit: 10 } as const;
    const { conversions } = await reports.conversions(ask(project), EVER, list);
    return conversions.map(({ event, attribution }) => [event.userId, attribution.touch?.source]);
  }
});

const PLACEHOLDERS = [
  ...['undefined', 'null', 'nil', 'none', 'nan', 'true', 'false', '0', '-1', 'guest', 'anonymous', 'unknown'],
  ...[
    'not_authenticated',
    'GUEST',
    ' Guest\n',
    '\u00a0null\u3000',
    ' ',
    '[object Object]',
    '[object HTML_Element1]',
  ],
  '00000000-0000-0000-0000-000000000000',
];
const NAMES = [
  ...['guests', '00', '-10', 'nobody', 'object', '[object]', '[object ]', '[object a b]', '[object a]]'],
  ...['0000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000001', 'none.', 'u1'],
];

it('takes placeholders out of an older store: they name nobody, and link nobody with a stranger’s visit', async () => {
  expect(PLACEHOLDERS.filter((id) => !PLACEHOLDER_ID.test(id))).toEqual([]);
  expect(NAMES.filter((id) => PLACEHOLDER_ID.test(id))).toEqual([]);
  const events = [...PLACEHOLDERS, ...NAMES].flatMap((id, index) => [
    from('google', `visit ${index}`, { visitor: visitor(`v${index}`), userId: id }),
    serverSale(id),
    anEvent({ project, visitor: visitor(id, 'user'), userId: id, at: NOON + DAY }),
  ]);
  const folder = leaveOldStore(events);
  const store = openSqliteEventStores(folder);
  expect((await totalsOf(store, project)).visitors).toBe(PLACEHOLDERS.length + NAMES.length);
  const { rows } = await store.reports.breakdown(ask(project), EVER, 'source');
  const credits = Object.fromEntries(rows.map(({ value, conversions }) => [value, conversions]));
  expect(credits).toEqual({ google: NAMES.length, '(direct)': PLACEHOLDERS.length });
  await store.close();
  const db = new Database(join(folder, 'events.db'), { readonly: true });
  const named = db
    .prepare('SELECT DISTINCT value FROM events JOIN strings ON strings.id = user ORDER BY 1')
    .pluck();
  expect(named.all()).toEqual(NAMES.toSorted());
  db.close();
});

import { join } from 'node:path';
import type { EventRecord } from '@cvq/storage';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyEvents } from '../../../test/builders/any-events.ts';
import { aClient, anEvent, aTouch, NOON, visitor } from '../../../test/builders/event-records.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { EventWriter } from '../src/sqlite/ingest/event-writer.ts';
import { migrate } from '../src/sqlite/migrate.ts';
import { eventMigrations } from '../src/sqlite/migrations/events.ts';
import { openForWriting } from '../src/sqlite/open-database.ts';
import { BEFORE_NUMBERED_WORDS } from './before-numbered-words.ts';
import { ask, EVER, everyEvent } from './contract/stores.ts';
import { openSqliteEventStores } from './event-stores.ts';
import { tries } from './histories.ts';

const AT_WORDS = eventMigrations.findIndex(({ name }) => name === 'dictionaries by the numbers of words');
const DICTIONARIES = ['visitors', 'user_agents', 'places', 'clients', 'touches', 'strings', 'pages'];
const project = 'proj_shop';

/** A store as it was left by a version that told entries apart by texts of all their words. */
function leaveOldStore(events: readonly EventRecord[]): string {
  const folder = temporaryFolder();
  const db = openForWriting(join(folder, 'events.db'));
  migrate(db, { store: 'events', migrations: eventMigrations }, true);
  new EventWriter(db).append(events);
  db.exec(`${BEFORE_NUMBERED_WORDS} PRAGMA user_version = ${AT_WORDS};`);
  db.close();
  return folder;
}

function entriesOf(folder: string): unknown[] {
  const db = new Database(join(folder, 'events.db'), { readonly: true });
  const entries = DICTIONARIES.map((table) => [
    table,
    db.prepare(`SELECT * FROM ${table} ORDER BY id`).raw().all(),
  ]);
  db.close();
  return entries;
}

/** As it was stored before touches had the id of a campaign. */
const withoutCampaignId = (event: EventRecord): EventRecord => ({
  ...event,
  touch: event.touch && { ...event.touch, campaignId: null },
});

const ids = ['1774709318461_24962967551798003799', '1.5', '-', '_1', 'user-1', '', '7f', 'guest'];
const clients = [
  aClient({ country: 'DE', city: 'Berlin', language: 'de', browser: 'Firefox' }),
  aClient({ country: 'DE', city: 'Berlin', language: 'en', browser: 'Firefox' }),
  aClient({ country: 'FR', city: null, language: null, browser: 'Firefox' }),
  aClient({ country: 'FR', city: '', language: '', browser: null, userAgent: null }),
];
const touches = [aTouch(), aTouch({ source: 'letter' }), aTouch({ source: 'letter', isTouch: false }), null];
const events = ids.flatMap((id, index) =>
  clients.map((client, of) =>
    anEvent({
      ...{
        project,
        at: NOON + index * 10 + of,
        sessionId: `session ${index} ${of}`,
        visitor: visitor(id),
        client,
      },
      touch: touches[(index + of) % touches.length] ?? null,
    }),
  ),
);

it('reads an older store as it was, and knows its visitors, clients and touches again', async () => {
  const folder = leaveOldStore(events);
  const store = openSqliteEventStores(folder);
  expect(await everyEvent(store, project, 100)).toEqual(events);
  const migrated = entriesOf(folder);
  const again = events.map((event) =>
    anEvent({ ...event, id: { ...event.id, suffix: `${event.id.suffix}again` } }),
  );
  await store.ledger.append(again);
  expect(entriesOf(folder)).toEqual(migrated);
  expect((await store.log.check()).problems).toEqual([]);

  const fresh = openSqliteEventStores(temporaryFolder());
  await fresh.ledger.append([...events, ...again]);
  for (const dimension of ['country', 'city', 'language', 'browser', 'source'] as const)
    expect(await breakdown(store, dimension)).toEqual(await breakdown(fresh, dimension));
  await store.close();
  await fresh.close();

  type Stores = ReturnType<typeof openSqliteEventStores>;
  async function breakdown(
    { reports }: Stores,
    dimension: 'country' | 'city' | 'language' | 'browser' | 'source',
  ) {
    const { visitors, rows } = await reports.breakdown(ask(project), EVER, dimension);
    return { visitors, rows: rows.toSorted((a, b) => (a.value < b.value ? -1 : 1)) };
  }
});

it('reads any event of an older store as it was', () =>
  fc.assert(
    fc.asyncProperty(anyEvents, async (any) => {
      const store = openSqliteEventStores(leaveOldStore(any.map(withoutCampaignId)));
      const { log } = store;
      const before = any.toSorted((a, b) => a.id.ms - b.id.ms || (a.id.suffix < b.id.suffix ? -1 : 1));
      const read = (await log.events('proj_any', null, 10)).events.map(({ event }) => event);
      expect(read.map(({ visitor: who, client, touch }) => ({ who, client, touch }))).toEqual(
        before.map(withoutCampaignId).map(({ visitor: who, client, touch }) => ({ who, client, touch })),
      );
      await store.close();
    }),
    { numRuns: tries(20) },
  ));

it('stores what clients have in common once', async () => {
  const folder = temporaryFolder();
  const store = openSqliteEventStores(folder);
  await store.ledger.append(
    Array.from({ length: 400 }, (_, index) =>
      anEvent({
        at: NOON + index,
        client: aClient({ userAgent: `agent ${index % 20}`, city: `city ${Math.floor(index / 20)}` }),
      }),
    ),
  );
  await store.close();
  const db = new Database(join(folder, 'events.db'), { readonly: true });
  const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  expect(['clients', 'user_agents', 'places'].map(count)).toEqual([400, 20, 20]);
  db.close();
});

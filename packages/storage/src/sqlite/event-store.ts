import { join } from 'node:path';
import type { EventStore, Period } from '../event-store.ts';
import { unpackError } from '../packed-error.ts';
import type { StoreLocation } from '../store-location.ts';
import type { StoreNews } from '../store-news.ts';
import { createConversionRemoval } from './ingest/conversion-removal.ts';
import { createEventWriter, type EventWriter } from './ingest/event-writer.ts';
import { createPurge } from './ingest/purge.ts';
import { createStoredEvents } from './ingest/stored-ids.ts';
import { migrate } from './migrate.ts';
import { eventMigrations } from './migrations/events.ts';
import { type Durability, openForWriting, orTell } from './open-database.ts';
import type { Report, ReportName } from './reports.ts';
import { createThreadClient } from './thread-client.ts';

/** Events in one SQLite file. Writes happen in the thread that opened it, reads in a thread of their own. */
export function openSqliteEventStore(
  { folder, migrate }: StoreLocation,
  tell: (news: StoreNews) => void,
  durability: Durability = 'synced',
): EventStore {
  return orTell(join(folder, 'events.db'), (file) => openWhole(file, { allowed: migrate, tell, durability }));
}

type Options = {
  readonly allowed: boolean;
  readonly tell: (news: StoreNews) => void;
  readonly durability: Durability;
};

function openWhole(file: string, { allowed, tell, durability }: Options): EventStore {
  const db = openForWriting(file, durability);
  // Hashes of user data that are past their time must not be readable from a free page.
  db.pragma('secure_delete = ON');
  migrate(db, { store: 'events', migrations: eventMigrations }, allowed);
  // Most that open a store only read from it: the writer and its memories are made for the first event.
  let writer: EventWriter | null = null;
  let remove: ReturnType<typeof createConversionRemoval> | null = null;
  const storedEvents = createStoredEvents(db);
  const purge = createPurge(db);
  const probe = db.prepare('UPDATE probes SET count = count + 1');
  const reports = createThreadClient<{ [Name in ReportName]: Report<Name> }>(
    new URL('./reports-thread.js', import.meta.url),
    // Reports live in long columns; what is young in them is short-lived, and a large room for it only stays dirty.
    {
      file,
      limits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 96 },
      hear: (news) =>
        tell(
          'compacted' in news
            ? { kind: 'compacted', file, ranges: news.compacted }
            : { kind: 'compaction_failed', file, error: unpackError(news.warning) },
        ),
    },
  );
  return {
    async append(events, subscriptions) {
      writer ??= createEventWriter(db);
      return writer(events, subscriptions);
    },
    async removeConversion(project, id, removal) {
      remove ??= createConversionRemoval(db);
      return remove(project, id, removal);
    },
    stored: async (project, ids) => storedEvents(project, ids),
    totals: (question, period) => reports.ask('totals', question, bare(period)),
    series: (question, edges) => reports.ask('series', question, edges),
    breakdown: (question, period, dimension) => reports.ask('breakdown', question, bare(period), dimension),
    funnel: (question, period, funnel) => reports.ask('funnel', question, bare(period), funnel),
    conversions: (question, period, slice) => reports.ask('conversions', question, bare(period), slice),
    conversion: (project, id) => reports.ask('conversion', project, id),
    bots: (question, period) => reports.ask('bots', question, bare(period)),
    userAgents: (project, since, limit) => reports.ask('userAgents', { project, since, limit }),
    activity: (project, since) => reports.ask('activity', project, since),
    events: (project, after, limit) => reports.ask('storedEvents', { project, after, limit }),
    async probe() {
      probe.run();
    },
    purge: async (now) => purge(now),
    async newestSealedUserData() {
      const newest = db.prepare('SELECT sealed FROM user_data ORDER BY received_at DESC LIMIT 1').pluck();
      return (newest.get() as Uint8Array | undefined) ?? null;
    },
    check: async () => ({ store: 'events', problems: await reports.ask('integrityProblems') }),
    async close() {
      await reports.close();
      db.close();
    },
  };
}

/** A period alone: who asks may know more of it, in objects that cannot be handed to a thread, such as Temporal's. */
function bare({ from, to }: Period): Period {
  return { from, to };
}

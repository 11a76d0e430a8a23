import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EventStore } from '@cvq/storage';
import { createConversionRemoval } from '../src/sqlite/ingest/conversion-removal.ts';
import { createEventWriter } from '../src/sqlite/ingest/event-writer.ts';
import { createPurge } from '../src/sqlite/ingest/purge.ts';
import { createStoredEvents } from '../src/sqlite/ingest/stored-ids.ts';
import { migrate } from '../src/sqlite/migrate.ts';
import { eventMigrations } from '../src/sqlite/migrations/events.ts';
import { openForReading, openForSealing, openForWriting } from '../src/sqlite/open-database.ts';
import { createReportsDesk } from '../src/sqlite/reports-desk.ts';
import type { SegmentSizes } from '../src/sqlite/segments/segment-range.ts';

/** Segments of a few events, none of which is given time to rest: whatever can be sealed is. */
const SMALL: SegmentSizes = { events: 3, sessionIds: 16, hotWindowMs: 0 };

/** How many segments have been sealed at one time, so that a test can tell that it met any. */
export const sealed = { most: 0 };

/**
 * An event store without a thread, that seals all it can before every answer: what tests ask of it comes from
 * columns that were stored, some of them while the rows changed.
 */
export function openSealingStore(folder: string): EventStore {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'events.db');
  const db = openForWriting(file, 'unsynced');
  migrate(db, { store: 'events', migrations: eventMigrations }, true);
  const write = createEventWriter(db);
  const purge = createPurge(db);
  const reading = openForReading(file);
  const sealing = openForSealing(file);
  const desk = createReportsDesk({ reading, sealing: () => sealing }, SMALL);

  const stretches = reading.prepare('SELECT count(*) FROM sealed WHERE columns IS NOT NULL').pluck();
  async function ask(...[name, ...asked]: [Parameters<typeof desk.answer>[0], ...unknown[]]): Promise<never> {
    const answer = desk.answer(name, asked) as never;
    sealed.most = Math.max(sealed.most, stretches.get() as number);
    return answer;
  }

  return {
    append: async (events) => write(events),
    removeConversion: async (...asked) => createConversionRemoval(db)(...asked),
    stored: async (...asked) => createStoredEvents(db)(...asked),
    totals: (...asked) => ask('totals', ...asked),
    series: (...asked) => ask('series', ...asked),
    breakdown: (...asked) => ask('breakdown', ...asked),
    funnel: (...asked) => ask('funnel', ...asked),
    conversions: (...asked) => ask('conversions', ...asked),
    conversion: (...asked) => ask('conversion', ...asked),
    bots: (...asked) => ask('bots', ...asked),
    userAgents: (project, since, limit) => ask('userAgents', { project, since, limit }),
    activity: (...asked) => ask('activity', ...asked),
    events: (project, after, limit) => ask('storedEvents', { project, after, limit }),
    async probe() {
      db.prepare('UPDATE probes SET count = count + 1').run();
    },
    purge: async (now) => purge(now),
    newestSealedUserData: async () => null,
    check: async () => ({ store: 'events', problems: await ask('integrityProblems') }),
    async close() {
      for (const connection of [reading, sealing, db]) connection.close();
    },
  };
}

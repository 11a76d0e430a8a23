import { join } from 'node:path';
import type { StoreLocation } from '../store-location.ts';
import { migrate } from './migrate.ts';
import { eventMigrations } from './migrations/events.ts';
import { type Connection, type Durability, openForReading, openForWriting, orTell } from './open-database.ts';

/** Where the events are, in the folder of a location. */
export function eventsFile({ folder }: StoreLocation): string {
  return join(folder, 'events.db');
}

/**
 * What `open` makes of a connection that writes events, at the newest schema. The connection is closed where it fails.
 * @throws StoreUnusable, StoreBroken, SchemaOutOfDate, SchemaTooNew
 */
export function withEventWriting<Opened>(
  location: StoreLocation,
  open: (db: Connection) => Opened,
  durability: Durability = 'synced',
): Opened {
  return orTell(eventsFile(location), (file) => {
    const db = openForWriting(file, durability);
    try {
      // Hashes of user data that are past their time must not be readable from a free page.
      db.pragma('secure_delete = ON');
      migrate(db, { store: 'events', migrations: eventMigrations }, location.migrate);
      return open(db);
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/** Makes the file where there is none and brings it to the newest schema, or refuses it: before something reads it. */
export function prepareEvents(location: StoreLocation): void {
  withEventWriting(location, (db) => db.close());
}

/** A connection that reads events, at the newest schema. */
export function openEventsForReading(location: StoreLocation): Connection {
  return withEventWriting(location, (writing) => {
    const db = openForReading(eventsFile(location));
    writing.close();
    return db;
  });
}

import type { StoreLocation } from '../../store-location.ts';
import type { StoreNews } from '../../store-news.ts';
import { type Connection, openForReading } from '../open-database.ts';
import { storeFile } from './lost-store.ts';
import { openStore } from './open-store.ts';

/** Where the events are, in the folder of a location. */
export function eventsFile({ folder }: StoreLocation): string {
  return storeFile(folder, 'events');
}

/** Makes the file where there is none and brings it to the newest schema, or refuses it: before something reads it. */
export function prepareEvents(location: StoreLocation, hear: (news: StoreNews) => void): void {
  openStore(location, { store: 'events', hear }, (db) => db.close());
}

/** A connection that reads events, at the newest schema. */
export function openEventsForReading(location: StoreLocation): Connection {
  return openStore(location, { store: 'events' }, (writing) => {
    const db = openForReading(eventsFile(location));
    writing.close();
    return db;
  });
}

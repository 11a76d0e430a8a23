import type { Connection } from '../open-database.ts';
import { ArchivedEvents } from './archived-events.ts';
import { ArchivedSessions } from './archived-sessions.ts';

/** What is archived, as a connection reads it. */
export type Archive = { readonly events: ArchivedEvents; readonly sessions: ArchivedSessions };

const archives = new WeakMap<Connection, Archive>();

/** One for each connection: what was taken apart for one question is there for the next. */
export function archiveOf(db: Connection): Archive {
  const known = archives.get(db);
  if (known !== undefined) return known;
  const archive = { events: new ArchivedEvents(db), sessions: new ArchivedSessions(db) };
  archives.set(db, archive);
  return archive;
}

import { oncePerConnection } from '../once-per-connection.ts';
import { ArchivedEvents } from './archived-events.ts';
import { ArchivedSessions } from './archived-sessions.ts';

/** What is archived, as a connection reads it. */
export type Archive = { readonly events: ArchivedEvents; readonly sessions: ArchivedSessions };

export const archiveOf = oncePerConnection(
  (db): Archive => ({ events: new ArchivedEvents(db), sessions: new ArchivedSessions(db) }),
);

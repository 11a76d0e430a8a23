import type { EventCursor, EventLog } from '../event-log.ts';
import type { StoreLocation } from '../store-location.ts';
import { storedEvents } from './reports/stored/stored-events.ts';
import { eventProblems } from './store-files/event-problems.ts';
import { openEventsForReading } from './store-files/events-file.ts';
import { integrityProblems } from './store-files/integrity.ts';
import { createUserData } from './user-data.ts';

/** The rows that a ledger has stored, read in the thread that asks: what reads all of them is a process of its own. */
export function openSqliteEventLog(location: StoreLocation): EventLog {
  const db = openEventsForReading(location);
  const inOneMoment = db.transaction((project: string, after: EventCursor | null, limit: number) =>
    storedEvents(db, { project, after, limit }),
  );
  return {
    freshness: 'at_once',
    events: async (project, after, limit) => inOneMoment(project, after, limit),
    userData: createUserData(db),
    check: async () => ({
      store: 'events',
      problems: [...integrityProblems(db), ...eventProblems(db)],
    }),
    close: async () => void db.close(),
  };
}

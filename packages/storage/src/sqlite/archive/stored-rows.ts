import { oncePerConnection } from '../once-per-connection.ts';
import type { Connection } from '../open-database.ts';
import { rowsOf } from '../rows-of.ts';
import { archiveOf } from './archive-of.ts';
import type { ArchivedEvents } from './archived-events.ts';
import type { ArchivedSessions } from './archived-sessions.ts';
import { ARCHIVED_EVENTS, ARCHIVED_SESSIONS, namesOf } from './archived-tables.ts';
import type { Row } from './row-block.ts';

type Key = { readonly ms: number; readonly suffix: string };

const EVENT_NAMES = namesOf(ARCHIVED_EVENTS).join(', ');
const SESSION_NAMES = namesOf(ARCHIVED_SESSIONS).join(', ');

/**
 * Reads rows of events and sessions wherever they lie. To be used within a transaction: what is archived between two looks
 * would be found by neither.
 */
export class StoredRows {
  readonly #archivedEvents: ArchivedEvents;
  readonly #archivedSessions: ArchivedSessions;
  readonly #event;
  readonly #after;
  readonly #session;

  constructor(db: Connection) {
    this.#archivedEvents = archiveOf(db).events;
    this.#archivedSessions = archiveOf(db).sessions;
    this.#event = db.prepare(`SELECT ${EVENT_NAMES} FROM events WHERE project = ? AND ms = ? AND suffix = ?`);
    this.#after = db.prepare(
      `SELECT ${EVENT_NAMES} FROM events WHERE project = ? AND (ms, suffix) > (?, ?) ORDER BY ms, suffix`,
    );
    this.#session = db.prepare(`SELECT ${SESSION_NAMES} FROM sessions WHERE id = ?`);
  }

  event(project: number, key: Key): Row | undefined {
    const row = this.#event.get(project, key.ms, key.suffix) as Row | undefined;
    return row ?? this.#archivedEvents.get(project, key);
  }

  /** Events in the order of their ids, from after one on. */
  *eventsAfter(project: number, { ms, suffix }: Key): Iterable<Row> {
    const archived = this.#archivedEvents.after(project, { ms, suffix })[Symbol.iterator]();
    let next = archived.next();
    for (const row of rowsOf<Row>(this.#after, project, ms, suffix)) {
      for (; !next.done && isBefore(next.value, row); next = archived.next()) yield next.value;
      yield row;
    }
    for (; !next.done; next = archived.next()) yield next.value;
  }

  session(id: number): Row | undefined {
    return (this.#session.get(id) as Row | undefined) ?? this.#archivedSessions.get(id);
  }
}

/** One for each connection. */
export const storedRowsOf = oncePerConnection((db) => new StoredRows(db));

function isBefore(one: Row, other: Row): boolean {
  if (one.ms !== other.ms) return (one.ms as number) < (other.ms as number);
  return (one.suffix as string) < (other.suffix as string);
}

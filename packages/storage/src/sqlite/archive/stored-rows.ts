import type { EventId } from '@cvq/contract';
import { oncePerConnection } from '../once-per-connection.ts';
import type { Connection } from '../open-database.ts';
import { rowsOf } from '../rows-of.ts';
import { archiveOf } from './archive-of.ts';
import type { ArchivedEvents } from './archived-events.ts';
import type { ArchivedSessions } from './archived-sessions.ts';
import { ARCHIVED_EVENTS, ARCHIVED_SESSIONS, namesOf } from './archived-tables.ts';
import type { Row } from './row-block.ts';

type SessionSpan = {
  readonly project: number;
  readonly session: number;
  readonly from: number;
  readonly to: number;
};

const EVENT_NAMES = namesOf(ARCHIVED_EVENTS).join(', ');
const SESSION_NAMES = namesOf(ARCHIVED_SESSIONS).join(', ');

/** Most events happened when their ids say; the others have an index of their own. */
const OF_SESSION = `
  SELECT ${EVENT_NAMES} FROM events
  WHERE project = :project AND ms BETWEEN :from AND :to AND at = ms AND session = :session
  UNION ALL
  SELECT ${EVENT_NAMES} FROM events INDEXED BY events_with_corrected_time
  WHERE project = :project AND at BETWEEN :from AND :to AND at <> ms AND session = :session`;

/** By the same two indexes. */
const AT = `
  SELECT ${EVENT_NAMES} FROM events WHERE project = :project AND ms = :at AND at = ms
  UNION ALL
  SELECT ${EVENT_NAMES} FROM events INDEXED BY events_with_corrected_time
  WHERE project = :project AND at = :at AND at <> ms`;

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
  readonly #ofSession;
  readonly #at;

  constructor(db: Connection) {
    this.#archivedEvents = archiveOf(db).events;
    this.#archivedSessions = archiveOf(db).sessions;
    this.#event = db.prepare(`SELECT ${EVENT_NAMES} FROM events WHERE project = ? AND ms = ? AND suffix = ?`);
    this.#after = db.prepare(
      `SELECT ${EVENT_NAMES} FROM events WHERE project = ? AND (ms, suffix) > (?, ?) ORDER BY ms, suffix`,
    );
    this.#ofSession = db.prepare(OF_SESSION);
    this.#at = db.prepare(AT);
    this.#session = db.prepare(`SELECT ${SESSION_NAMES} FROM sessions WHERE id = ?`);
  }

  event(project: number, key: EventId): Row | undefined {
    const row = this.#event.get(project, key.ms, key.suffix) as Row | undefined;
    return row ?? this.#archivedEvents.get(project, key);
  }

  /** Events in the order of their ids, from after one on. */
  *eventsAfter(project: number, { ms, suffix }: EventId): Iterable<Row> {
    const archived = this.#archivedEvents.after(project, { ms, suffix })[Symbol.iterator]();
    let next = archived.next();
    for (const row of rowsOf<Row>(this.#after, project, ms, suffix)) {
      for (; !next.done && isBefore(next.value, row); next = archived.next()) yield next.value;
      yield row;
    }
    for (; !next.done; next = archived.next()) yield next.value;
  }

  /**
   * Events that happened at an instant, in the order of their ids. `kept`: what is kept of a row, since all that they
   * carry may be more than a thread has memory for.
   */
  eventsAt(project: number, at: number, kept: (row: Row) => Row): Row[] {
    const all = Array.from(rowsOf<Row>(this.#at, { project, at }), kept);
    for (const place of this.#archivedEvents.placesDuring(project, { from: at, until: at + 1 }))
      all.push(kept(this.#archivedEvents.row(place)));
    return all.sort((one, other) => (isBefore(one, other) ? -1 : 1));
  }

  /**
   * Events that name a session and happened between two instants, both included, in no order. One after the other: all
   * that they carry may be more than a thread has memory for.
   */
  *eventsOfSession({ project, session, from, to }: SessionSpan): Iterable<Row> {
    const archived = this.#archivedEvents.placesDuring(project, { from, until: to + 1 }, 'session', session);
    yield* rowsOf<Row>(this.#ofSession, { project, session, from, to });
    for (const place of archived) yield this.#archivedEvents.row(place);
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

import { DAY_MS } from '@cvq/contract/constants';
import { archiveOf } from '../archive/archive-of.ts';
import type { ArchivedEvents } from '../archive/archived-events.ts';
import type { ArchivedSessions } from '../archive/archived-sessions.ts';
import type { Interruption } from '../interruption.ts';
import type { Connection } from '../open-database.ts';
import { rowsOf } from '../rows-of.ts';
import { DAY_EVENT_NAMES, type DayEvent, SELECT_EVENT } from './event-columns.ts';
import { type ChangedEvent, type KeyedProperties, OpenDay, ROWS_AT_ONCE } from './open-day.ts';
import { DAY_SESSION_NAMES, type DaySession, SELECT_SESSION } from './session-columns.ts';

/**
 * Where the time is that of the id, the primary key is the index on it; the few with a corrected time have their own.
 * Each is read in the order of its index: one statement for both would sort the whole day.
 */
const EVENTS = `
  SELECT ${SELECT_EVENT} FROM events
  WHERE project = :project AND ms >= :from AND ms < :until AND at = ms ORDER BY ms, suffix`;
const CORRECTED_EVENTS = `
  SELECT ${SELECT_EVENT} FROM events INDEXED BY events_with_corrected_time
  WHERE project = :project AND at >= :from AND at < :until AND at <> ms ORDER BY at, ms, suffix`;
const PROPERTIES = `
  SELECT at, ms, suffix, properties FROM events
  WHERE project = :project AND ms >= :from AND ms < :until AND at = ms AND properties IS NOT NULL
  UNION ALL
  SELECT at, ms, suffix, properties FROM events INDEXED BY events_with_corrected_time
  WHERE project = :project AND at >= :from AND at < :until AND at <> ms AND properties IS NOT NULL`;
const PROPERTIES_NAMES = ['at', 'ms', 'suffix', 'properties'];
const EVENT = `SELECT ${SELECT_EVENT}, properties FROM events WHERE project = ? AND ms = ? AND suffix = ?`;
const SESSIONS = `
  SELECT ${SELECT_SESSION} FROM sessions
  WHERE project = :project AND first_at >= :from AND first_at < :until ORDER BY first_at, id`;
const SESSION = `SELECT project, ${SELECT_SESSION} FROM sessions WHERE id = ?`;

/** So many rows are read between looks at whether anybody still waits. */
const UNTIL_LOOK = 4096;

type Range = { readonly project: number; readonly from: number; readonly until: number };
/** A day that is being read. What was read of it is kept up to date by who has it, as a whole one is. */
export type ReadDay = {
  readonly project: number;
  readonly day: OpenDay;
  hasSessions: boolean;
  /** Every event before this instant is in the day. */
  readUpTo: number;
};
type SessionRow = Omit<DaySession, 'isOfDay'>;
export type StoredSession = SessionRow & { readonly project: number };

const SESSION_NAMES = ['project', ...DAY_SESSION_NAMES];

/** Reads events and sessions into days, wherever their rows lie. */
export class DayRows {
  readonly #events;
  readonly #correctedEvents;
  readonly #event;
  readonly #properties;
  readonly #sessions;
  readonly #session;
  readonly #archivedEvents: ArchivedEvents;
  readonly #archivedSessions: ArchivedSessions;
  readonly #interruption: Interruption;

  constructor(db: Connection, interruption: Interruption) {
    this.#interruption = interruption;
    this.#events = db.prepare(EVENTS);
    this.#correctedEvents = db.prepare(CORRECTED_EVENTS);
    this.#event = db.prepare(EVENT);
    this.#properties = db.prepare(PROPERTIES);
    this.#sessions = db.prepare(SESSIONS);
    this.#session = db.prepare(SESSION);
    this.#archivedEvents = archiveOf(db).events;
    this.#archivedSessions = archiveOf(db).sessions;
  }

  /** The whole of a day. `start`: epoch milliseconds of its beginning. */
  read(project: number, start: number): OpenDay {
    const reading = this.begin(project, start);
    this.readOn(reading);
    return reading.day;
  }

  /** A day of which nothing was read yet. */
  begin(project: number, start: number): ReadDay {
    const range = { project, from: start, until: start + DAY_MS };
    const day = new OpenDay(start, () => this.#propertiesOf(range));
    return { project, day, hasSessions: false, readUpTo: start };
  }

  /** Reads what is left of a day. Where that is interrupted, the next call goes on from there. */
  readOn(reading: ReadDay): void {
    const { project, day } = reading;
    const until = day.start + DAY_MS;
    if (reading.readUpTo === until) return;
    if (!reading.hasSessions) this.#readSessions(reading);
    const range = { project, from: reading.readUpTo, until };
    for (const rows of this.#checked(this.#archivedEventsOf(range))) this.addEvents(day, rows);
    for (const rows of this.#checked(this.#eventsOf(range))) {
      this.addEvents(day, rows);
      // Others of the same instant may be left: this one is read again.
      reading.readUpTo = (rows.at(-1) as DayEvent).at;
    }
    reading.readUpTo = until;
  }

  #readSessions(reading: ReadDay): void {
    const { project, day } = reading;
    const range = { project, from: day.start, until: day.start + DAY_MS };
    for (const rows of this.#checked(this.#sessionsOf(range)))
      for (const row of rows) day.putSession({ ...row, isOfDay: 1 });
    reading.hasSessions = true;
  }

  /** Some hundred rows at a time, and now and then a look at whether anybody still waits. */
  *#checked<Row>(all: Iterable<Row>): Iterable<Row[]> {
    let rows: Row[] = [];
    let read = 0;
    for (const row of all) {
      if (rows.push(row) < ROWS_AT_ONCE) continue;
      yield rows;
      rows = [];
      read += ROWS_AT_ONCE;
      if (read % UNTIL_LOOK === 0) this.#interruption.check();
    }
    if (rows.length > 0) yield rows;
  }

  event(
    project: number,
    { ms, suffix }: { readonly ms: number; readonly suffix: string },
  ): ChangedEvent | undefined {
    const row = this.#event.get(project, ms, suffix) ?? this.#archivedEvents.get(project, { ms, suffix });
    return row as ChangedEvent | undefined;
  }

  session(id: number): StoredSession | undefined {
    const row = this.#session.get(id) ?? this.#archivedSessions.get(id, SESSION_NAMES);
    return row as StoredSession | undefined;
  }

  *#sessionsOf(range: Range): Iterable<SessionRow> {
    const archived = this.#archivedSessions.begunDuring(range.project, range, SESSION_NAMES);
    yield* archived as Iterable<unknown> as Iterable<SessionRow>;
    yield* rowsOf<SessionRow>(this.#sessions, range);
  }

  *#archivedEventsOf(range: Range): Iterable<DayEvent> {
    const archived = this.#archivedEvents.during(range.project, range, DAY_EVENT_NAMES);
    yield* archived as Iterable<unknown> as Iterable<DayEvent>;
  }

  /** In the order of time. */
  *#eventsOf(range: Range): Iterable<DayEvent> {
    const corrected = rowsOf<DayEvent>(this.#correctedEvents, range);
    try {
      let next = corrected.next();
      for (const row of rowsOf<DayEvent>(this.#events, range)) {
        for (; !next.done && next.value.at < row.at; next = corrected.next()) yield next.value;
        yield row;
      }
      for (; !next.done; next = corrected.next()) yield next.value;
    } finally {
      corrected.return(undefined);
    }
  }

  *#propertiesOf(range: Range): Iterable<KeyedProperties> {
    const archived = this.#archivedEvents.during(range.project, range, PROPERTIES_NAMES);
    yield* archived as Iterable<unknown> as Iterable<KeyedProperties>;
    let read = 0;
    for (const row of rowsOf<KeyedProperties>(this.#properties, range)) {
      if (read % UNTIL_LOOK === 0) this.#interruption.check();
      read += 1;
      yield row;
    }
  }

  /** Puts events into their day, with the sessions that they name and it does not have. */
  addEvents(day: OpenDay, rows: readonly (DayEvent | ChangedEvent)[]): void {
    for (const { session: id } of rows) {
      if (id === null || day.hasSession(id)) continue;
      const session = this.session(id);
      if (session !== undefined) day.putSession(forDay(session, day.start));
    }
    day.putEvents(rows);
  }
}

/** A session as a day has it. */
export function forDay(session: SessionRow, start: number): DaySession {
  const { first_at: firstAt } = session;
  const isOfDay = firstAt !== null && firstAt >= start && firstAt < start + DAY_MS;
  return { ...session, isOfDay: isOfDay ? 1 : 0 };
}

import { DAY_MS } from '@cvq/contract/constants';
import type { Interruption } from '../interruption.ts';
import type { Connection } from '../open-database.ts';
import { type DayEvent, SELECT_EVENT } from './event-columns.ts';
import { OpenDay } from './open-day.ts';
import { type DaySession, SELECT_SESSION } from './session-columns.ts';

/** Where the time is that of the id, the primary key is the index on it; the few with a corrected time have their own. */
const EVENTS = `
  SELECT ${SELECT_EVENT} FROM events
  WHERE project = :project AND ms >= :from AND ms < :until AND at = ms
  UNION ALL
  SELECT ${SELECT_EVENT} FROM events INDEXED BY events_with_corrected_time
  WHERE project = :project AND at >= :from AND at < :until AND at <> ms
  ORDER BY at, ms, suffix`;
const EVENT = `SELECT ${SELECT_EVENT} FROM events WHERE project = ? AND ms = ? AND suffix = ?`;
const SESSIONS = `
  SELECT ${SELECT_SESSION} FROM sessions
  WHERE project = :project AND first_at >= :from AND first_at < :until ORDER BY first_at, id`;
const SESSION = `SELECT project, ${SELECT_SESSION} FROM sessions WHERE id = ?`;

/** Between looks at whether anybody still waits. */
const AT_ONCE = 4096;

type SessionRow = Omit<DaySession, 'isOfDay'>;
export type StoredSession = SessionRow & { readonly project: number };

/** Reads events and sessions from their rows, into days. */
export class DayRows {
  readonly #events;
  readonly #event;
  readonly #sessions;
  readonly #session;

  readonly #interruption: Interruption;

  constructor(db: Connection, interruption: Interruption) {
    this.#interruption = interruption;
    this.#events = db.prepare(EVENTS);
    this.#event = db.prepare(EVENT);
    this.#sessions = db.prepare(SESSIONS);
    this.#session = db.prepare(SESSION);
  }

  /** The whole of a day. `start`: epoch milliseconds of its beginning. */
  read(project: number, start: number): OpenDay {
    const day = new OpenDay(start);
    const range = { project, from: start, until: start + DAY_MS };
    for (const row of this.#sessions.iterate(range) as Iterable<SessionRow>)
      day.putSession({ ...row, isOfDay: 1 });
    let rows: DayEvent[] = [];
    for (const row of this.#events.iterate(range) as Iterable<DayEvent>) {
      if (rows.push(row) < AT_ONCE) continue;
      this.#interruption.check();
      this.addEvents(day, rows);
      rows = [];
    }
    this.addEvents(day, rows);
    return day;
  }

  event(
    project: number,
    { ms, suffix }: { readonly ms: number; readonly suffix: string },
  ): DayEvent | undefined {
    return this.#event.get(project, ms, suffix) as DayEvent | undefined;
  }

  session(id: number): StoredSession | undefined {
    return this.#session.get(id) as StoredSession | undefined;
  }

  /** Puts events into their day, with the sessions that they name and it does not have. */
  addEvents(day: OpenDay, rows: readonly DayEvent[]): void {
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

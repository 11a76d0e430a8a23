import { isPartOfSession } from '../../../attribution/credit-rule.ts';
import type { Row } from '../../archive/row-block.ts';
import { storedRowsOf } from '../../archive/stored-rows.ts';
import type { Day } from '../../days/day.ts';
import { FLAG } from '../../days/event-columns.ts';
import { BOT } from '../../row-codes.ts';
import type { ReportRun } from '../report-run.ts';

/** An event of a day, and its place among all that happened at its instant. */
type EventOfDay = { readonly index: number; readonly place: number };

/** The events of an instant by their places: the number of the session that the row of each names. */
type Instant = { readonly at: number; readonly sessions: readonly (number | null)[] };

/** Whether an event may be an excluded one that names a session. */
export function mayNameSession({ events: { flags, session } }: Day, index: number): boolean {
  return session[index] === 0 && ((flags[index] as number) & FLAG.never) !== 0;
}

/**
 * Tells of excluded events the sessions that they name: in columns they are part of none, and only their rows say. A day has
 * the session of each of its events.
 */
export class NamedSessions {
  readonly #run: ReportRun;
  #day: Day | null = null;
  /** Of that day, the place of each session, from 1, by its number. */
  #placeOf: ReadonlyMap<number, number> = new Map();
  #instant: Instant | null = null;

  constructor(run: ReportRun) {
    this.#run = run;
  }

  /** The place, from 1, of the session that the event would be part of if it were not excluded; 0 for none. */
  placeOf(day: Day, { index, place }: EventOfDay): number {
    const { events, sessions } = day;
    const session = this.#sessionsAt(day.start + (events.time[index] as number))[place] ?? null;
    const found = session === null ? 0 : (this.#placesOf(day).get(session) ?? 0);
    if (found === 0) return 0;
    const hasBegun = sessions.isOfDay[found - 1] === 1 || sessions.beganAt[found - 1] !== 0;
    const fromServer = ((events.flags[index] as number) & FLAG.server) !== 0;
    return hasBegun && isPartOfSession(fromServer, sessions.bot[found - 1] !== BOT.none) ? found : 0;
  }

  #sessionsAt(at: number): Instant['sessions'] {
    if (this.#instant?.at === at) return this.#instant.sessions;
    const { db, project } = this.#run;
    const rows = storedRowsOf(db).eventsAt(project, at, withoutProperties);
    this.#instant = { at, sessions: rows.map(({ session }) => session as number | null) };
    return this.#instant.sessions;
  }

  #placesOf(day: Day): ReadonlyMap<number, number> {
    if (this.#day === day) return this.#placeOf;
    const { id, count } = day.sessions;
    const placeOf = new Map<number, number>();
    for (let place = 0; place < count; place += 1) placeOf.set(id[place] as number, place + 1);
    [this.#day, this.#placeOf] = [day, placeOf];
    return placeOf;
  }
}

const withoutProperties = (row: Row): Row => ({ ...row, properties: null });

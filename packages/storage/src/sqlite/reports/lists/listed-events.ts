import type { EventSlice, EventState, ListedEvent, Period, Question } from '../../../reports.ts';
import type { Day } from '../../days/day.ts';
import { FLAG } from '../../days/event-columns.ts';
import { oncePerConnection } from '../../once-per-connection.ts';
import { BOT } from '../../row-codes.ts';
import { Conditions } from '../filters/conditions.ts';
import { type ReportContext, startRun } from '../report-run.ts';
import { storedEventsAt } from '../stored/stored-events.ts';
import { isBefore } from './is-before.ts';
import { mayNameSession, NamedSessions } from './named-sessions.ts';

const userDataIn = oncePerConnection((db) =>
  db.prepare('SELECT 1 FROM user_data WHERE project = ? AND ms = ? AND suffix = ?'),
);

/**
 * The events of a period, the newest first. Columns tell which ones are wanted, and in what order; only those that are told
 * of are read from their rows.
 */
export function events(
  context: ReportContext,
  question: Question,
  period: Period,
  slice: EventSlice,
): ListedEvent[] {
  const run = startRun(context, { ...question, bots: botsBeside(slice) }, period);
  if (run === null) return [];
  const { db, project: number } = run;
  const project = { id: question.project, number };
  const conditions = new Conditions(run, question.filters);
  const named = new NamedSessions(run);
  const isTold = (day: Day, event: EventOfInstant) => {
    if ((event.mark & BY_SESSION) === 0) return true;
    run.interruption.check();
    const session = named.placeOf(day, event);
    return session === 0 ? (event.mark & WANTED) !== 0 : conditions.ofSessions(day)?.[session] === 1;
  };
  const userData = userDataIn(db);
  const found: ListedEvent[] = [];
  const until =
    slice.after === undefined ? period : { ...period, to: Math.min(period.to, slice.after.at + 1) };
  for (const day of run.days.toReversed()) {
    run.interruption.check();
    const wanted = wantedOf(day, { period: until, conditions, slice });
    for (const { at, places } of instantsOf(day, wanted)) {
      const told = places.filter((event) => isTold(day, event));
      if (told.length === 0) continue;
      const stored = storedEventsAt(db, project, at);
      for (const { place, state } of told) {
        const one = stored[place] as (typeof stored)[number];
        if (slice.after !== undefined && !isBefore(one.event, slice.after)) continue;
        const { ms, suffix } = one.event.id;
        const hasUserData = userData.get(number, ms, suffix) !== undefined;
        found.push({ ...one, state, hasUserData });
        if (found.length === slice.limit) return found;
      }
    }
  }
  return found;
}

/** What was done in the visit of an event that reports count is what they count of it: not what a bot did at a backend. */
const botsBeside = ({ state }: EventSlice) => (state === 'counted' ? 'excluded' : 'included');

type Wanted = {
  readonly period: Period;
  readonly conditions: Conditions;
  readonly slice: EventSlice;
};

/**
 * What is said of an event: that it is wanted for what it says itself, or its session; and that its row may name one
 * that decides.
 */
const WANTED = 1;
const BY_SESSION = 2;

/** By index of an event of a day what is said of it, 0 where it is not wanted. */
function wantedOf(day: Day, { period, conditions, slice }: Wanted): Uint8Array {
  const { count, time } = day.events;
  const [from, to] = [period.from - day.start, period.to - day.start];
  const wanted = new Uint8Array(count);
  for (let index = 0; index < count; index += 1) {
    const isDuring = (time[index] as number) >= from && (time[index] as number) < to;
    const isMeant = slice.state === undefined || stateOf(day, index) === slice.state;
    wanted[index] = isDuring && isMeant ? WANTED : 0;
  }
  conditions.narrowByEvents(day, wanted);
  const ofSession = conditions.ofSessions(day) === null ? null : wanted.slice();
  conditions.narrowBySessions(day, wanted);
  if (ofSession === null) return wanted;
  for (let index = 0; index < count; index += 1)
    if (ofSession[index] === 1 && mayNameSession(day, index))
      wanted[index] = (wanted[index] as number) | BY_SESSION;
  return wanted;
}

function stateOf({ events: { flags, botLevel } }: Day, index: number): EventState {
  const said = flags[index] as number;
  if ((said & FLAG.never) !== 0) return 'excluded';
  return (said & FLAG.bot) !== 0 || botLevel[index] === BOT.filtered ? 'bot' : 'counted';
}

type EventOfInstant = {
  readonly index: number;
  /** Among all that happened then. */
  readonly place: number;
  readonly state: EventState;
  readonly mark: number;
};
/** Events of one instant, the last first. */
type Instant = { readonly at: number; readonly places: EventOfInstant[] };

/** The instants of a day at which something wanted happened, the last first. */
function* instantsOf(day: Day, wanted: Uint8Array): Iterable<Instant> {
  const { time } = day.events;
  for (let end = day.events.count; end > 0; ) {
    let first = end - 1;
    while (first > 0 && time[first - 1] === time[end - 1]) first -= 1;
    const places: Instant['places'] = [];
    for (let index = end - 1; index >= first; index -= 1) {
      const mark = wanted[index] as number;
      if (mark !== 0) places.push({ index, place: index - first, state: stateOf(day, index), mark });
    }
    if (places.length > 0) yield { at: day.start + (time[first] as number), places };
    end = first;
  }
}

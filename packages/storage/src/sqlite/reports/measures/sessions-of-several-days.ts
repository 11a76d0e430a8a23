import type { Period } from '../../../reports.ts';
import type { Day } from '../../days/day.ts';
import { DistinctNumbers } from '../../days/distinct-numbers.ts';
import { DistinctPairs } from '../../days/distinct-pairs.ts';
import { FewNumbers } from '../../days/few-numbers.ts';
import { startOfDay } from '../../days/start-of-day.ts';
import type { RollupByValue } from '../../rollups/rollup-format.ts';
import { beganAt } from '../../rollups/shared-sessions.ts';
import { workingMemory } from '../../working-memory.ts';
import { markCounted } from '../filters/counted-events.ts';
import { othersOf } from '../persons/others-of-day.ts';
import type { ReportRun } from '../report-run.ts';
import type { DimensionValues } from '../values/dimension-values.ts';
import type { RolledDays } from './rolled-days.ts';
import { ValuedSessions } from './valued-sessions.ts';

/** The rows of a table, by their values. */
type Rows = {
  wants(value: number): boolean;
  /** Counts one more session, which began at an instant, in the row of a value that is wanted. */
  count(value: number, beganAt: number): void;
};
type Given = RolledDays<RollupByValue> & { readonly values: DimensionValues; readonly rows: Rows };

/**
 * Adds sessions that have events on several days to the rows of those, each once to a row: a roll-up tells of them one by
 * one. What the days that are read event by event have between them is counted already.
 */
export function addSharedSessions(run: ReportRun, given: Given): void {
  if (given.rolled.size === 0) return;
  const counted = new CountedOnce(given.rows);
  const found = sessionsIn(run, given);
  countOfOwnDay(found, counted);
  countOfOthers(found, countedElsewhere(run, doubtfulIn(found), given), counted);
}

/** The sessions of rows, each of which counts once in a row. */
class CountedOnce {
  readonly #rows: Rows;
  readonly #counted = new DistinctPairs();

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  add({ value, session, beganAt: at }: ValuedSessions, place: number): void {
    const own = value[place] as number;
    if (this.#counted.add(own, session[place] as number)) this.#rows.count(own, at[place] as number);
  }
}

function countOfOwnDay({ ofOwnDay }: Found, counted: CountedOnce): void {
  for (let place = 0; place < ofOwnDay.length; place += 1) counted.add(ofOwnDay, place);
}

function countOfOthers({ ofOthers, told }: Found, known: DistinctPairs, counted: CountedOnce): void {
  const { length, value, session } = ofOthers;
  for (let place = 0; place < length; place += 1) {
    const [own, id] = [value[place] as number, session[place] as number];
    if (told.has(id) || !known.has(own, id)) counted.add(ofOthers, place);
  }
}

/**
 * The day on which such a session began may not have known that it would have events on another, and have counted it;
 * and days that are read event by event count those that began on one of them.
 */
function doubtfulIn({ ofOthers, told }: Found): ValuedSessions {
  const doubtful = new ValuedSessions();
  const { length, value, session, beganAt: at } = ofOthers;
  for (let place = 0; place < length; place += 1)
    if (!told.has(session[place] as number))
      doubtful.add(value[place] as number, session[place] as number, at[place] as number);
  return doubtful;
}

type Found = {
  readonly ofOwnDay: ValuedSessions;
  readonly ofOthers: ValuedSessions;
  /** The sessions that the day on which they began tells of, whatever their values. */
  readonly told: DistinctNumbers;
};

/** Of sessions that began in the period, as the day on which they began tells of them, and as others do. */
function sessionsIn({ period }: ReportRun, { rolled, rest, values, rows }: Given): Found {
  const [ofOwnDay, ofOthers] = [new ValuedSessions(), new ValuedSessions()];
  const told = new DistinctNumbers();
  for (const [{ start }, { sharedValue, sharedSession, sharedBeganAt }] of rolled)
    for (let index = 0; index < sharedValue.length; index += 1) {
      const value = sharedValue[index] as number;
      const session = sharedSession[index] as number;
      const at = sharedBeganAt[index] as number;
      if (at < period.from || at >= period.to) continue;
      const isOfOwnDay = startOfDay(at) === start;
      if (isOfOwnDay) told.placeOf(session);
      if (rows.wants(value)) (isOfOwnDay ? ofOwnDay : ofOthers).add(value, session, at);
    }
  const wanted = new WantedSessions(rows, ofOthers);
  const began = new Set(Array.from(rolled.keys(), ({ start }) => start));
  for (const day of rest.days)
    addSessionsAt(rest, day, { values, places: placesBegun(day, { period, began }), to: wanted });
  return { ofOwnDay, ofOthers, told };
}

/** Takes those of wanted values alone. */
class WantedSessions {
  readonly #rows: Rows;
  readonly #sessions: ValuedSessions;

  constructor(rows: Rows, sessions: ValuedSessions) {
    this.#rows = rows;
    this.#sessions = sessions;
  }

  add(value: number, session: number, at: number): void {
    if (this.#rows.wants(value)) this.#sessions.add(value, session, at);
  }
}

type Begun = { readonly period: Period; readonly began: ReadonlySet<number> };

/** The places of the sessions of a day that began before it, in the period, on one of some days. */
function placesBegun(day: Day, { period, began }: Begun): number[] {
  const places: number[] = [];
  for (const place of othersOf(day).place) {
    const at = beganAt(day, place);
    if (at >= period.from && at < period.to && began.has(startOfDay(at))) places.push(place);
  }
  return places;
}

/** The places of some of the sessions of a day. */
function placesOf({ sessions: { id, count } }: Day, some: FewNumbers): number[] {
  const places: number[] = [];
  for (let place = 0; place < count; place += 1) if (some.has(id[place] as number)) places.push(place);
  return places;
}

type AtPlaces = {
  readonly values: DimensionValues;
  readonly places: readonly number[];
  readonly to: { add(value: number, session: number, beganAt: number): unknown };
};

/** The events of more sessions than this are found in one walk over all that the day has. */
const FEW = 8;

/** Adds each event that counts of some sessions of a day. */
function addSessionsAt(run: ReportRun, day: Day, { values, places, to }: AtPlaces): void {
  if (places.length === 0) return;
  const { session, count } = day.events;
  const counts = workingMemory.uint8(count);
  markCounted(run, day, counts);
  if (places.length <= FEW) {
    // The column of an open day has room for more.
    const own = session.subarray(0, count);
    for (const place of places)
      for (let index = own.indexOf(place + 1); index >= 0; index = own.indexOf(place + 1, index + 1))
        if (counts[index] === 1)
          to.add(values.ofEvent(day, index), day.sessions.id[place] as number, beganAt(day, place));
    return;
  }
  leaveOnly(day, places, counts);
  const found = values.ofEvents(day, counts);
  for (let index = counts.indexOf(1); index >= 0; index = counts.indexOf(1, index + 1)) {
    const place = (session[index] as number) - 1;
    to.add(found[index] as number, day.sessions.id[place] as number, beganAt(day, place));
  }
}

/** Takes the mark from the events that are not of the sessions at some places. */
function leaveOnly({ events, sessions }: Day, places: readonly number[], marks: Uint8Array): void {
  const { session, count } = events;
  const isMeant = workingMemory.uint8(sessions.count + 1);
  for (const place of places) isMeant[place + 1] = 1;
  for (let index = 0; index < count; index += 1)
    marks[index] = (marks[index] as number) & (isMeant[session[index] as number] as number);
}

/** Those of some sessions that are counted by the day on which they began, or by those that count with that day. */
function countedElsewhere(
  run: ReportRun,
  some: ValuedSessions,
  { rolled, rest, values }: Given,
): DistinctPairs {
  const known = new DistinctPairs();
  const byDay = byDayOfBeginning(some);
  for (const day of run.days) {
    const wanted = byDay.get(day.start);
    if (wanted === undefined) continue;
    for (const counting of rolled.has(day) ? [day] : rest.days)
      addSessionsAt(run, counting, { values, places: placesOf(counting, wanted), to: known });
  }
  return known;
}

function byDayOfBeginning({ length, session, beganAt: at }: ValuedSessions): Map<number, FewNumbers> {
  const byDay = new Map<number, FewNumbers>();
  for (let place = 0; place < length; place += 1) {
    const start = startOfDay(at[place] as number);
    const own = byDay.get(start) ?? new FewNumbers();
    byDay.set(start, own);
    own.add(session[place] as number);
  }
  return byDay;
}

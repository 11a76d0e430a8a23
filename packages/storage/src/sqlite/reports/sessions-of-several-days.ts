import type { Day } from '../days/day.ts';
import { DistinctNumbers } from '../days/distinct-numbers.ts';
import { DistinctPairs } from '../days/distinct-pairs.ts';
import { FewNumbers } from '../days/few-numbers.ts';
import { NO_PLACE } from '../days/place-table.ts';
import { startOfDay } from '../days/start-of-day.ts';
import type { RollupByValue } from '../rollups/rollup-format.ts';
import { beganAt } from '../rollups/shared-sessions.ts';
import { workingMemory } from '../working-memory.ts';
import type { BreakdownRows } from './breakdown-rows.ts';
import { markCounted } from './counted-events.ts';
import type { DimensionValues } from './dimension-values.ts';
import { NO_ROW } from './number-lists.ts';
import { othersOf } from './others-of-day.ts';
import type { ReportRun } from './report-run.ts';
import type { RolledDays } from './rolled-days.ts';
import { ValuedSessions } from './valued-sessions.ts';

type Given = RolledDays<RollupByValue> & { readonly values: DimensionValues; readonly rows: BreakdownRows };

/**
 * Adds sessions that have events on several days to the rows of those, each once to a row: a roll-up tells of them one by
 * one. What the days that are read event by event have between them is counted already.
 */
export function addSharedSessions(run: ReportRun, given: Given): void {
  if (given.rolled.size === 0) return;
  const counted = new DistinctPairs();
  const count = (value: number, session: number) => {
    if (!counted.add(value, session)) return;
    const row = given.rows.rowOf(value);
    if (row !== NO_ROW) (given.rows.sums.sessions[row] as number) += 1;
  };
  const { ofOwnDay, ofOthers, told } = sessionsIn(run, given);
  ofOwnDay.each(count);
  // The day on which such a session began may not have known that it would have events on another, and have counted it;
  // and days that are read event by event count those that began on one of them.
  const doubtful = new ValuedSessions();
  ofOthers.each((value, session, at) => {
    if (!has(told, session)) doubtful.add(value, session, at);
  });
  const known = countedElsewhere(run, doubtful, given);
  ofOthers.each((value, session) => {
    if (has(told, session) || !known.has(value, session)) count(value, session);
  });
}

const has = (sessions: DistinctNumbers, session: number) => sessions.find(session) !== NO_PLACE;

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
  const began = new Set(Array.from(rolled.keys(), ({ start }) => start));
  const visit: ValuedSessions['add'] = (value, session, at) => {
    if (rows.wants(value)) ofOthers.add(value, session, at);
  };
  const isWanted = (at: number) => at >= period.from && at < period.to && began.has(startOfDay(at));
  for (const day of rest.days) {
    const places = [...othersOf(day).place].filter((place) => isWanted(beganAt(day, place)));
    eachSessionAt(rest, day, { values, places, visit });
  }
  return { ofOwnDay, ofOthers, told };
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
  readonly visit: ValuedSessions['add'];
};

/** The events of more sessions than this are found in one walk over all that the day has. */
const FEW = 8;

/** Tells of each event that counts of some sessions of a day. */
function eachSessionAt(run: ReportRun, day: Day, { values, places, visit }: AtPlaces): void {
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
          visit(values.ofEvent(day, index), day.sessions.id[place] as number, beganAt(day, place));
    return;
  }
  leaveOnly(day, places, counts);
  const found = values.ofEvents(day, counts);
  for (let index = counts.indexOf(1); index >= 0; index = counts.indexOf(1, index + 1)) {
    const place = (session[index] as number) - 1;
    visit(found[index] as number, day.sessions.id[place] as number, beganAt(day, place));
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
  const visit = (value: number, session: number) => void known.add(value, session);
  const byDay = new Map<number, FewNumbers>();
  some.each((_, session, at) => {
    const own = byDay.get(startOfDay(at)) ?? new FewNumbers();
    byDay.set(startOfDay(at), own);
    own.add(session);
  });
  for (const day of run.days) {
    const wanted = byDay.get(day.start);
    if (wanted === undefined) continue;
    for (const counting of rolled.has(day) ? [day] : rest.days) {
      eachSessionAt(run, counting, { values, places: placesOf(counting, wanted), visit });
    }
  }
  return known;
}

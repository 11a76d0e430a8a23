import { DAY_MS } from '@cvq/contract/constants';
import type { Day } from '../days/day.ts';
import type { RollupByValue } from '../rollups/rollup-format.ts';
import { beganAt } from '../rollups/shared-sessions.ts';
import type { BreakdownRows } from './breakdown-rows.ts';
import { isCounted } from './counted-events.ts';
import type { DimensionValues } from './dimension-values.ts';
import type { ReportRun } from './report-run.ts';
import type { RolledDays } from './rolled-days.ts';
import { NO_ROW } from './sorted-numbers.ts';

type Given = RolledDays<RollupByValue> & {
  readonly values: DimensionValues;
  readonly rows: BreakdownRows;
};
/** A session that has events of a value on a day. */
type Pair = { readonly value: number; readonly session: number; readonly beganAt: number };

/**
 * Adds sessions that have events on several days to the rows of those, each once to a row: a roll-up tells of them one by
 * one. What the days that are read event by event have between them is counted already.
 */
export function addSharedSessions(run: ReportRun, given: Given): void {
  if (given.rolled.size === 0) return;
  const counted = new Set<string>();
  const count = (pair: Pair) => {
    if (counted.has(keyOf(pair))) return;
    counted.add(keyOf(pair));
    const row = given.rows.rowOf(pair.value);
    if (row !== NO_ROW) (given.rows.sums.sessions[row] as number) += 1;
  };
  const { ofOwnDay, ofOthers, told } = pairsIn(run, given);
  for (const pair of ofOwnDay) count(pair);
  // The day on which such a session began may not have known that it would have events on another, and have counted it;
  // and days that are read event by event count those that began on one of them.
  const doubtful = ofOthers.filter(({ session }) => !told.has(session));
  const known = countedElsewhere(run, doubtful, given);
  for (const pair of ofOthers) if (told.has(pair.session) || !known.has(keyOf(pair))) count(pair);
}

const keyOf = ({ value, session }: Pair) => `${value} ${session}`;
const startOf = (at: number) => at - (at % DAY_MS);

type Pairs = {
  readonly ofOwnDay: Pair[];
  readonly ofOthers: Pair[];
  /** The sessions that the day on which they began tells of, whatever their values. */
  readonly told: ReadonlySet<number>;
};

/** Of sessions that began in the period, as the day on which they began tells of them, and as others do. */
function pairsIn({ period }: ReportRun, { rolled, rest, values, rows }: Given): Pairs {
  const ofOwnDay: Pair[] = [];
  const ofOthers: Pair[] = [];
  const told = new Set<number>();
  for (const [{ start }, rollup] of rolled) {
    for (const [index, value] of rollup.sharedValue.entries()) {
      const session = rollup.sharedSession[index] as number;
      const at = rollup.sharedBeganAt[index] as number;
      if (at < period.from || at >= period.to) continue;
      const isOfOwnDay = startOf(at) === start;
      if (isOfOwnDay) told.add(session);
      if (rows.wants(value)) (isOfOwnDay ? ofOwnDay : ofOthers).push({ value, session, beganAt: at });
    }
  }
  const began = new Set([...rolled.keys()].map(({ start }) => start));
  for (const day of rest.days) {
    const isWanted = (at: number) => at >= period.from && at < period.to && began.has(startOf(at));
    const pairs = pairsOfOthers(rest, day, { values, isWanted });
    ofOthers.push(...pairs.filter(({ value }) => rows.wants(value)));
  }
  return { ofOwnDay, ofOthers, told };
}

type Wanted = { readonly values: DimensionValues; readonly isWanted: (beganAt: number) => boolean };

/** Of the sessions of a day that began on another one. */
function pairsOfOthers(run: ReportRun, day: Day, { values, isWanted }: Wanted): Pair[] {
  const { sessions } = day;
  const wanted = new Set<number>();
  for (let place = 0; place < sessions.count; place += 1)
    if (sessions.isOfDay[place] === 0 && isWanted(beganAt(day, place))) wanted.add(place);
  return pairsAt(run, day, { values, places: wanted });
}

function pairsAt(
  run: ReportRun,
  day: Day,
  { values, places }: { readonly values: DimensionValues; readonly places: ReadonlySet<number> },
): Pair[] {
  if (places.size === 0) return [];
  const { session, count } = day.events;
  const counts = new Uint8Array(count);
  for (let index = 0; index < count; index += 1)
    if (places.has((session[index] as number) - 1) && countsAt(run, day, index)) counts[index] = 1;
  const found = values.ofEvents(day, counts);
  const pairs: Pair[] = [];
  for (let index = 0; index < count; index += 1) {
    if (counts[index] !== 1) continue;
    const place = (session[index] as number) - 1;
    const value = found[index] as number;
    pairs.push({ value, session: day.sessions.id[place] as number, beganAt: beganAt(day, place) });
  }
  return pairs;
}

function countsAt({ period, leftOut }: ReportRun, { start, events }: Day, index: number): boolean {
  const at = start + (events.time[index] as number);
  if (at < period.from || at >= period.to) return false;
  return isCounted(events.flags[index] as number, events.botLevel[index] as number, leftOut);
}

/** Those of the pairs that are counted by the day on which the session began, or by those that count with that day. */
function countedElsewhere(
  run: ReportRun,
  pairs: readonly Pair[],
  { rolled, rest, values }: Given,
): Set<string> {
  const known = new Set<string>();
  const byDay = Map.groupBy(pairs, ({ beganAt: at }) => startOf(at));
  for (const day of run.days) {
    const began = byDay.get(day.start);
    if (began === undefined) continue;
    const wanted = new Set(began.map(({ session }) => session));
    for (const counting of rolled.has(day) ? [day] : rest.days)
      for (const pair of pairsAt(run, counting, { values, places: placesOf(counting, wanted) }))
        known.add(keyOf(pair));
  }
  return known;
}

function placesOf({ sessions: { id } }: Day, wanted: ReadonlySet<number>): Set<number> {
  const places = new Set<number>();
  for (let place = 0; place < id.length; place += 1) if (wanted.has(id[place] as number)) places.add(place);
  return places;
}

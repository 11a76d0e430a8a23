import type { Question } from '../../../reports.ts';
import type { Day } from '../../days/day.ts';
import { DistinctPairs } from '../../days/distinct-pairs.ts';
import type { RollupByValue } from '../../rollups/rollup-format.ts';
import { workingMemory } from '../../working-memory.ts';
import { type FilteredMeasures, filterEvents, filterMeasures } from '../filters/filtered-events.ts';
import { bucketFrom, bucketOf } from '../measures/bucket-of.ts';
import { byRolledDays, type RolledDays, rolledByValue } from '../measures/rolled-days.ts';
import { addSharedSessions } from '../measures/sessions-of-several-days.ts';
import { NO_ROW } from '../numbers/number-lists.ts';
import type { ReportRun } from '../report-run.ts';
import type { SessionValues } from '../values/dimension-values.ts';
import { BucketedEvents } from './bucketed-events.ts';
import { BucketedSessions } from './bucketed-sessions.ts';
import type { TrendsOf } from './row-trends.ts';

type Adding = { readonly edges: readonly number[]; readonly tables: readonly TrendsOf[] };
type AddingFiltered = Adding & { readonly filtered: FilteredMeasures };

/**
 * Adds by bucket the sessions of each row that began in it. Of a dimension of single events one is in each row of which
 * it has an event, whenever that happened; else in that of its own.
 */
export function addSessions(run: ReportRun, question: Question, { edges, tables }: Adding): void {
  const filtered = filterMeasures(run, question);
  const byEvents = tables.filter(({ trends }) => trends.values.ofSessions === null);
  addSessionsOfEvents(run, question, { edges, filtered, tables: byEvents });
  const bySession = tables.filter(({ trends }) => trends.values.ofSessions !== null);
  if (bySession.length === 0) return;
  filtered.eachDayOfSessions((day, counts) => {
    const { places, buckets } = countedIn(day, counts, edges);
    for (const { trends } of bySession) {
      const { column, words } = trends.values.ofSessions as SessionValues;
      const { [column]: entries } = day.sessions;
      for (let index = 0; index < places.length; index += 1) {
        const row = trends.rowOfEntry(entries[places[index] as number] as number, words);
        trends.add(row, buckets[index] as number, 1);
      }
    }
  });
}

/** The sessions of a day that count, by place, each with the bucket in which it began. */
function countedIn(
  { start: midnight, sessions: { start, count } }: Day,
  counts: Uint8Array,
  edges: readonly number[],
) {
  const first = bucketOf(edges, midnight);
  const places = workingMemory.uint32(count);
  const buckets = workingMemory.uint32(count);
  let found = 0;
  for (let place = 0; place < count; place += 1) {
    if (counts[place] !== 1) continue;
    places[found] = place;
    buckets[found] = bucketFrom(first, edges, midnight + (start[place] as number));
    found += 1;
  }
  return { places: places.subarray(0, found), buckets };
}

/** A table with the days that lie in one bucket each: of these roll-ups tell. */
type SplitTable = TrendsOf & RolledDays<RollupByValue>;
/** `tables`: all with the same days rolled up. */
type AddingSplit = AddingFiltered & { readonly tables: readonly SplitTable[] };

function addSessionsOfEvents(
  run: ReportRun,
  question: Question,
  { edges, filtered, tables }: AddingFiltered,
): void {
  const split = tables.map((table) => {
    const { dimension } = table;
    return { ...table, ...rolledByValue(run, question, { dimension, edges }) };
  });
  // Filters may ask which sessions have an event that counts, and where there are any, no day is rolled up.
  if (tables.length === 0 && question.filters?.length) filtered.eachDay(() => {});
  for (const group of byRolledDays(split)) {
    readSessions(run, question, { edges, filtered, tables: group });
    for (const table of group) addRolledSessions(run, table, edges);
  }
}

function readSessions(run: ReportRun, question: Question, { edges, filtered, tables }: AddingSplit): void {
  const [{ rest }] = tables as [SplitTable];
  const events = new BucketedEvents(edges);
  const sessions = new BucketedSessions(rest, edges);
  const counting = tables.map(({ trends }) => ({ trends, shared: new DistinctPairs() }));
  const walked = rest === run ? filtered : filterEvents(rest, question);
  walked.eachDay((day, { counts }) => {
    events.read(day, counts);
    sessions.read(day);
    for (const { trends, shared } of counting) {
      const rows = events.rowsIn(trends, day, events.all);
      sessions.addTo(trends, shared, { events: day.events, some: events.all, rows });
    }
  });
}

/** Those that have events on other days as well are told one by one. */
function addRolledSessions(run: ReportRun, { trends, ...table }: SplitTable, edges: readonly number[]): void {
  for (const [day, { value, sessions }] of table.rolled) {
    const bucket = bucketOf(edges, day.start);
    for (let row = 0; row < value.length; row += 1)
      trends.add(trends.rowOf(value[row] as number), bucket, sessions[row] as number);
  }
  addSharedSessions(run, {
    ...table,
    values: trends.values,
    rows: {
      wants: (value) => trends.rowOf(value) !== NO_ROW,
      count: (value, beganAt) => trends.add(trends.rowOf(value), bucketOf(edges, beganAt), 1),
    },
  });
}

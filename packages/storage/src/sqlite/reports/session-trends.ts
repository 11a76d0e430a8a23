import type { Question } from '../../reports.ts';
import type { Day } from '../days/day.ts';
import type { RollupByValue } from '../rollups/rollup-format.ts';
import { workingMemory } from '../working-memory.ts';
import { bucketFrom, bucketOf } from './bucket-of.ts';
import { BucketedEvents } from './bucketed-events.ts';
import type { Courses, CoursesOf } from './courses.ts';
import type { SessionValues } from './dimension-values.ts';
import { addNumbers, distinctOf } from './distinct-courses.ts';
import { type FilteredMeasures, filterMeasures } from './filtered-events.ts';
import type { ReportRun } from './report-run.ts';
import { type RolledDays, rolledByValueOfBuckets } from './rolled-days.ts';

type Adding = { readonly edges: readonly number[]; readonly tables: readonly CoursesOf[] };
type AddingFiltered = {
  readonly edges: readonly number[];
  readonly filtered: FilteredMeasures;
  /** Each with its own days rolled up. */
  readonly tables: readonly (CoursesOf & RolledDays<RollupByValue>)[];
};

/** Adds by bucket the sessions of each row. Of a dimension of single events one is in each row of which it has an event; else in that of its own. */
export function addSessions(run: ReportRun, question: Question, { edges, tables }: Adding): void {
  const filtered = filterMeasures(run, question);
  const byEvents = tables
    .filter(({ courses }) => courses.values.ofSessions === null)
    .map((table) => ({
      ...table,
      ...rolledByValueOfBuckets(run, question, { dimension: table.dimension, edges }),
    }));
  addSessionsOfEvents(run, question, { edges, filtered, tables: byEvents });
  const bySession = tables.filter(({ courses }) => courses.values.ofSessions !== null);
  filtered.eachDayOfSessions((day, counts) => {
    const { places, buckets } = countedIn(day, counts, edges);
    for (const { courses } of bySession) {
      const { column, words } = courses.values.ofSessions as SessionValues;
      const { [column]: entries } = day.sessions;
      for (let index = 0; index < places.length; index += 1) {
        const row = courses.rowOfEntry(entries[places[index] as number] as number, words);
        courses.add(row, buckets[index] as number, 1);
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

/** Only days of which not all roll-ups tell are read event by event, and every day where there are filters. */
function addSessionsOfEvents(
  run: ReportRun,
  { filters = [] }: Question,
  { edges, filtered, tables }: AddingFiltered,
): void {
  const isRead = (day: Day) => filters.length > 0 || tables.some(({ rolled }) => !rolled.has(day));
  const read = run.days.filter(isRead);
  if (read.length > 0) {
    const events = new BucketedEvents(edges);
    const counting = tables.map((table) => ({
      ...table,
      distinct: distinctOf(table.courses, run.sessions.room),
    }));
    for (const day of read)
      filtered.day(day, (_, { counts }) => {
        events.read(day, counts);
        const numbered = { places: day.events.session, numberOf: run.sessions.begunOf(day) };
        for (const { courses, rolled, distinct } of counting) {
          if (rolled.has(day)) continue;
          const rows = events.rowsIn(courses, day, events.all);
          addNumbers(events.all, { ...numbered, rows, bucket: events.bucket, distinct });
        }
      });
    for (const { distinct } of counting) distinct.end();
  }
  for (const { courses, rolled } of tables)
    for (const [day, rollup] of rolled)
      addRolledSessions(run, courses, { bucket: bucketOf(edges, day.start), rollup });
}

type RolledBucket = { readonly bucket: number; readonly rollup: RollupByValue };

/** Those that have events on other days as well are told one by one, some of which began before the period. */
function addRolledSessions({ period }: ReportRun, courses: Courses, { bucket, rollup }: RolledBucket): void {
  const { value, sessions, sharedValue, sharedBeganAt } = rollup;
  for (let row = 0; row < value.length; row += 1)
    courses.add(courses.rowOf(value[row] as number), bucket, sessions[row] as number);
  for (let index = 0; index < sharedValue.length; index += 1) {
    const at = sharedBeganAt[index] as number;
    if (at >= period.from && at < period.to)
      courses.add(courses.rowOf(sharedValue[index] as number), bucket, 1);
  }
}

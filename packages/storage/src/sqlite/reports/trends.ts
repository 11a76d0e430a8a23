import { PAGEVIEW } from '@cvq/contract/constants';
import type { Question, RowMeasure } from '../../reports.ts';
import type { Day } from '../days/day.ts';
import type { RollupByValue } from '../rollups/rollup-format.ts';
import { attributedTouches, timeOf } from './attribution.ts';
import { bucketOf } from './bucket-of.ts';
import { BucketedEvents, type SomeEvents } from './bucketed-events.ts';
import { Courses } from './courses.ts';
import type { DimensionValues } from './dimension-values.ts';
import { DistinctByBucket } from './distinct-by-bucket.ts';
import { countedSales, filterEvents } from './filtered-events.ts';
import type { AnyDimension, ReportRun } from './report-run.ts';
import { byRolledDays, type RolledDays, rolledByValue } from './rolled-days.ts';
import { NO_ROW } from './sorted-numbers.ts';

/** Rows of a table whose course is asked for: values of a dimension. */
type CourseRows = {
  readonly dimension: AnyDimension;
  readonly values: DimensionValues;
  readonly wanted: readonly number[];
};

type AskedTrends = {
  /** The first and the last are those of the period of the run. */
  readonly edges: readonly number[];
  readonly measure: RowMeasure;
  readonly tables: readonly CourseRows[];
};

/** By table and row, the measure of each bucket, as the series filtered by the row tells it. */
export function trendsOf(
  run: ReportRun,
  question: Question,
  { edges, measure, tables }: AskedTrends,
): number[][][] {
  // A period that is wholly ahead has no buckets, though clocks that are fast may have sent events of it.
  if (edges.length < 2) return tables.map(({ wanted }) => wanted.map(() => []));
  const all = tables.map((table) => ({ ...table, courses: new Courses(table.values, table.wanted, edges) }));
  addCourses(run, question, { edges, measure, tables: all });
  return all.map(({ courses }) => courses.told());
}

type Table = Pick<CourseRows, 'dimension' | 'values'> & { readonly courses: Courses };
type Adding = Pick<AskedTrends, 'edges' | 'measure'> & { readonly tables: readonly Table[] };

function addCourses(run: ReportRun, question: Question, adding: Adding): void {
  switch (adding.measure.by) {
    case 'visitors':
      for (const group of splitTables(run, question, adding))
        addVisitors(run, question, { edges: adding.edges, tables: group });
      break;
    case 'events':
    case 'pageviews':
      for (const group of splitTables(run, question, adding))
        addEvents(run, question, { edges: adding.edges, tables: group, measure: adding.measure.by });
      break;
    case 'sessions':
      addSessions(run, question, adding);
      break;
    default:
      addSales(run, question, adding);
  }
}

/** A table with the days that lie in one bucket each: of these roll-ups tell. */
type SplitTable = Table & RolledDays<RollupByValue>;

function splitTables(run: ReportRun, question: Question, { edges, tables }: Adding): Iterable<SplitTable[]> {
  const split = tables.map((table) => {
    const { dimension } = table;
    return { ...table, ...rolledByValue(run, question, { dimension, edges }) };
  });
  return byRolledDays(split);
}

/** `tables`: all with the same days rolled up. */
type AddingSplit = { readonly edges: readonly number[]; readonly tables: readonly SplitTable[] };

/** Buckets come in the order of time, and so do days, whether roll-ups tell of them or not. */
function addVisitors(run: ReportRun, question: Question, { edges, tables }: AddingSplit): void {
  const [{ rest, rolled: rolledDays }] = tables as [SplitTable];
  const filtered = filterEvents(rest, question);
  const events = new BucketedEvents(edges);
  const counting = tables.map((table) => ({
    ...table,
    distinct: distinctOf(table.courses, run.visitors.room),
  }));
  for (const day of run.days) {
    const numberOf = run.visitors.of(day);
    if (rolledDays.has(day)) {
      const bucket = bucketOf(edges, day.start);
      for (const { courses, rolled, distinct } of counting)
        addIdentities(courses, rolled.get(day) as RollupByValue, { bucket, numberOf, distinct });
    } else
      filtered.day(day, (_, { counts }) => {
        events.read(day, counts);
        const first = events.firstOfSessions(day);
        for (const { courses, distinct } of counting) {
          const some = courses.values.ofSessions === null ? events.all : first;
          const rows = events.rowsIn(courses, day, some);
          addNumbers(some, { rows, bucket: events.bucket, places: day.events.identity, numberOf, distinct });
        }
      });
  }
  for (const { distinct } of counting) distinct.end();
}

function addEvents(
  run: ReportRun,
  question: Question,
  { edges, tables, measure }: AddingSplit & { readonly measure: 'events' | 'pageviews' },
): void {
  const [{ rest }] = tables as [SplitTable];
  const only = measure === 'pageviews' ? run.dictionaries.idOf(PAGEVIEW) : null;
  const events = new BucketedEvents(edges);
  filterEvents(rest, question).eachDay((day, { counts }) => {
    events.read(day, counts);
    const { type } = day.events;
    const { count, index } = events.all;
    for (const { courses } of tables) {
      const rows = events.rowsIn(courses, day, events.all);
      for (let place = 0; place < count; place += 1) {
        const event = index[place] as number;
        if (only === null || type[event] === only)
          courses.add(rows[place] as number, events.bucket[event] as number, 1);
      }
    }
  });
  for (const { courses, rolled } of tables)
    for (const [day, rollup] of rolled) {
      const bucket = bucketOf(edges, day.start);
      for (const [row, value] of rollup.value.entries())
        courses.add(courses.rowOf(value), bucket, rollup[measure][row] as number);
    }
}

/** Of a dimension of single events a session is in each row of which it has an event; else in that of its own. */
function addSessions(run: ReportRun, question: Question, { edges, tables }: Adding): void {
  const filtered = filterEvents(run, question);
  const ofEvents = tables
    .filter(({ values }) => values.ofSessions === null)
    .map(({ courses }) => ({ courses, distinct: distinctOf(courses, run.sessions.room) }));
  const { filters = [] } = question;
  const events = new BucketedEvents(edges);
  if (ofEvents.length > 0 || filters.length > 0)
    filtered.eachDay((day, { counts }) => {
      events.read(day, counts);
      const numbered = { places: day.events.session, numberOf: run.sessions.of(day).begun };
      for (const { courses, distinct } of ofEvents) {
        const rows = events.rowsIn(courses, day, events.all);
        addNumbers(events.all, { ...numbered, rows, bucket: events.bucket, distinct });
      }
    });
  for (const { distinct } of ofEvents) distinct.end();
  filtered.eachDayOfSessions((day, counts) => {
    const { start, count } = day.sessions;
    for (const { courses, values } of tables) {
      if (values.ofSessions === null) continue;
      const { column, wordOf } = values.ofSessions;
      const { [column]: entries } = day.sessions;
      for (let place = 0; place < count; place += 1) {
        if (counts[place] !== 1) continue;
        const row = courses.rowOfEntry(entries[place] as number, wordOf);
        if (row !== NO_ROW) courses.add(row, bucketOf(edges, day.start + (start[place] as number)), 1);
      }
    }
  });
}

function addSales(run: ReportRun, question: Question, { measure, tables }: Adding): void {
  const sales = countedSales(run, question, filterEvents(run, question));
  const touches = attributedTouches(run, sales);
  const currency = run.dictionaries.idOf(measure.currency);
  for (const [index, one] of sales.entries()) {
    const { day, sold, sale } = one;
    const isOwn = sold.currency[sale] === currency;
    const amount = measure.by === 'conversions' ? 1 : isOwn ? (sold.amount[sale] as number) : 0;
    if (amount === 0) continue;
    for (const { courses, values } of tables) {
      const value =
        values.scope === 'acquisition'
          ? values.ofTouch(touches[index] as number)
          : values.ofEvent(day, day.sales.event[sale] as number);
      courses.addAt(value, timeOf(one), amount);
    }
  }
}

function distinctOf(courses: Courses, numbers: number): DistinctByBucket {
  return new DistinctByBucket({ rows: courses.rows, numbers }, (row, bucket, count) =>
    courses.add(row, bucket, count),
  );
}

type Numbered = {
  readonly rows: Int32Array;
  /** By event. */
  readonly bucket: Uint32Array;
  /** By event the place of who acted, or of its session. */
  readonly places: Day['events']['identity'];
  readonly numberOf: Uint32Array;
  readonly distinct: DistinctByBucket;
};

/** Adds the numbers of some events to the rows that these are of. Many have several for one row. */
function addNumbers(
  { count, index }: SomeEvents,
  { rows, bucket, places, numberOf, distinct }: Numbered,
): void {
  let current = -1;
  const lastRow = new Int32Array(numberOf.length);
  for (let place = 0; place < count; place += 1) {
    const row = rows[place] as number;
    if (row === NO_ROW) continue;
    const event = index[place] as number;
    const own = bucket[event] as number;
    if (own !== current) {
      distinct.begin(own);
      lastRow.fill(NO_ROW);
      current = own;
    }
    const who = places[event] as number;
    if (lastRow[who] === row) continue;
    lastRow[who] = row;
    distinct.add(row, numberOf[who] as number);
  }
}

type OfRollup = {
  readonly bucket: number;
  readonly numberOf: Uint32Array;
  readonly distinct: DistinctByBucket;
};

function addIdentities(
  courses: Courses,
  { value, identityCounts, identities }: RollupByValue,
  { bucket, numberOf, distinct }: OfRollup,
): void {
  distinct.begin(bucket);
  let from = 0;
  for (let index = 0; index < value.length; index += 1) {
    const row = courses.rowOf(value[index] as number);
    const to = from + (identityCounts[index] as number);
    if (row !== NO_ROW)
      for (let place = from; place < to; place += 1)
        distinct.add(row, numberOf[identities[place] as number] as number);
    from = to;
  }
}

import { PAGEVIEW } from '@cvq/contract/constants';
import type { Question, RowMeasure } from '../../reports.ts';
import type { Day } from '../days/day.ts';
import type { RollupByValue } from '../rollups/rollup-format.ts';
import { attributedTouches, timeOf } from './attribution.ts';
import { bucketOf } from './bucket-of.ts';
import { BucketedEvents, type SomeEvents } from './bucketed-events.ts';
import { Courses } from './courses.ts';
import type { DimensionValues } from './dimension-values.ts';
import { DistinctByRow } from './distinct-by-row.ts';
import { countedSales, type FilteredEvents, filterEvents } from './filtered-events.ts';
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

function addVisitors(run: ReportRun, question: Question, { edges, tables }: AddingSplit): void {
  const [{ rest }] = tables as [SplitTable];
  const distinct = new Map(tables.map((table) => [table, new DistinctByRow()]));
  eachBucketedDay({ filtered: filterEvents(rest, question), edges }, (day, events) => {
    const acting = { places: day.events.identity, numberOf: run.visitors.of(day) };
    const first = events.firstOfSessions(day);
    for (const [{ courses }, numbers] of distinct) {
      const some = courses.values.ofSessions === null ? events.all : first;
      addNumbers(some, events.placesIn(courses, day, some), { ...acting, numbers });
    }
  });
  for (const [{ courses, rolled }, numbers] of distinct) {
    for (const [day, rollup] of rolled) {
      const { identityCounts: counts, identities: places } = rollup;
      const rows = placesOfRollup(rollup, courses, bucketOf(edges, day.start));
      numbers.addLists({ rows, counts, places, numbers: run.visitors.of(day) });
    }
    courses.addDistinct(numbers, run.visitors.room);
  }
}

function addEvents(
  run: ReportRun,
  question: Question,
  { edges, tables, measure }: AddingSplit & { readonly measure: 'events' | 'pageviews' },
): void {
  const [{ rest }] = tables as [SplitTable];
  const only = measure === 'pageviews' ? run.dictionaries.idOf(PAGEVIEW) : null;
  eachBucketedDay({ filtered: filterEvents(rest, question), edges }, (day, events) => {
    const { type } = day.events;
    const { count, index } = events.all;
    for (const { courses } of tables) {
      const places = events.placesIn(courses, day, events.all);
      for (let event = 0; event < count; event += 1)
        if (only === null || type[index[event] as number] === only) courses.add(places[event] as number, 1);
    }
  });
  for (const { courses, rolled } of tables)
    for (const [day, rollup] of rolled)
      for (const [row, place] of placesOfRollup(rollup, courses, bucketOf(edges, day.start)).entries())
        courses.add(place, rollup[measure][row] as number);
}

/** Of a dimension of single events a session is in each row of which it has an event; else in that of its own. */
function addSessions(run: ReportRun, question: Question, { edges, tables }: Adding): void {
  const filtered = filterEvents(run, question);
  const ofEvents = tables.filter(({ values }) => values.ofSessions === null);
  const distinct = new Map(ofEvents.map(({ courses }) => [courses, new DistinctByRow()]));
  const { filters = [] } = question;
  if (ofEvents.length > 0 || filters.length > 0)
    eachBucketedDay({ filtered, edges }, (day, events) => {
      for (const [courses, numbers] of distinct) {
        const places = events.placesIn(courses, day, events.all);
        const numberOf = run.sessions.of(day).begun;
        addNumbers(events.all, places, { places: day.events.session, numberOf, numbers });
      }
    });
  for (const [courses, numbers] of distinct) courses.addDistinct(numbers, run.sessions.room);
  filtered.eachDayOfSessions((day, counts) => {
    const { start, count } = day.sessions;
    for (const { courses, values } of tables) {
      const found = values.ofSessions?.ofDay(day);
      if (found === undefined) continue;
      for (let place = 0; place < count; place += 1)
        if (counts[place] === 1)
          courses.addAt(found[place + 1] as number, day.start + (start[place] as number), 1);
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

type Walk = { readonly filtered: FilteredEvents; readonly edges: readonly number[] };

function eachBucketedDay({ filtered, edges }: Walk, visit: (day: Day, events: BucketedEvents) => void): void {
  const events = new BucketedEvents(edges);
  filtered.eachDay((day, { counts }) => {
    events.read(day, counts);
    visit(day, events);
  });
}

type Numbered = {
  /** By event the place of who acted, or of its session. */
  readonly places: Day['events']['identity'];
  readonly numberOf: Uint32Array;
  readonly numbers: DistinctByRow;
};

/** Adds the numbers of some events to the rows that these are of. Most have several for one row. */
function addNumbers(
  { count, index }: SomeEvents,
  rows: Int32Array,
  { places, numberOf, numbers }: Numbered,
): void {
  const lastRow = new Int32Array(numberOf.length).fill(NO_ROW);
  for (let event = 0; event < count; event += 1) {
    const row = rows[event] as number;
    if (row === NO_ROW) continue;
    const place = places[index[event] as number] as number;
    if (lastRow[place] === row) continue;
    lastRow[place] = row;
    numbers.add(row, numberOf[place] as number);
  }
}

/** By row of a roll-up its place in a bucket of the sums of a table. */
function placesOfRollup({ value }: RollupByValue, courses: Courses, bucket: number): Int32Array {
  const places = new Int32Array(value.length);
  for (let row = 0; row < places.length; row += 1) {
    const place = courses.placeOf(value[row] as number);
    places[row] = place === NO_ROW ? NO_ROW : place + bucket;
  }
  return places;
}

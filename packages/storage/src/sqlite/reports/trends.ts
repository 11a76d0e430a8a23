import { PAGEVIEW } from '@cvq/contract/constants';
import type { Question, RowMeasure } from '../../reports.ts';
import type { Day } from '../days/day.ts';
import { attributedTouches, timeOf } from './attribution.ts';
import { bucketOf } from './bucket-of.ts';
import type { DimensionValues } from './dimension-values.ts';
import { DistinctByRow } from './distinct-by-row.ts';
import { type FilteredEvents, filterEvents } from './filtered-events.ts';
import { type ReportContext, type ReportRun, startRun } from './report-run.ts';

/** Rows of a table whose course is asked for: values of a dimension. */
export type CourseRows = { readonly values: DimensionValues; readonly wanted: readonly number[] };

type TrendsAsked = {
  readonly edges: readonly number[];
  readonly measure: RowMeasure;
  readonly tables: readonly CourseRows[];
};

/**
 * By table and row, the measure of each bucket, as the series filtered by the row tells it: of all tables in one walk over the
 * days. Roll-ups do not help: they know of whole days of UTC.
 */
export function trendsOf(
  context: ReportContext,
  question: Question,
  { edges, measure, tables }: TrendsAsked,
): number[][][] {
  // A period that is wholly ahead has no buckets, though clocks that are fast may have sent events of it.
  if (edges.length < 2) return tables.map(({ wanted }) => wanted.map(() => []));
  const courses = tables.map(({ values, wanted }) => new Courses(values, wanted, edges));
  const [from = 0, to = 0] = [edges[0], edges.at(-1)];
  const run = startRun(context, question, { from, to });
  if (run !== null) addCourses(run, filterEvents(run, question), { courses, measure });
  return courses.map((course) => course.told());
}

type Adding = { readonly courses: readonly Courses[]; readonly measure: RowMeasure };

function addCourses(run: ReportRun, filtered: FilteredEvents, { courses, measure }: Adding): void {
  switch (measure.by) {
    case 'events':
    case 'pageviews':
      addEvents(run, filtered, { courses, onlyPageviews: measure.by === 'pageviews' });
      break;
    case 'visitors':
      addDistinct(filtered, courses, {
        room: run.visitors.room,
        placesOf: ({ events }) => events.identity,
        numbersOf: (day) => run.visitors.of(day),
      });
      break;
    case 'sessions':
      addSessions(run, filtered, courses);
      break;
    default:
      addSales(run, filtered, { courses, measure });
  }
}

/** The sums of one table, row by row and in each row bucket by bucket; what is of no row that is wanted is left out. */
class Courses {
  readonly values: DimensionValues;
  readonly sums: Float64Array;
  readonly #edges: readonly number[];
  readonly #rows: number;
  /** By value its row, from 1. */
  readonly #rowOf: Uint32Array;

  constructor(values: DimensionValues, wanted: readonly number[], edges: readonly number[]) {
    this.values = values;
    this.#edges = edges;
    this.#rows = wanted.length;
    this.sums = new Float64Array(wanted.length * (edges.length - 1));
    this.#rowOf = new Uint32Array(Math.max(0, ...wanted) + 1);
    for (const [row, value] of wanted.entries()) this.#rowOf[value] = row + 1;
  }

  /** The place in `sums` of the first bucket of a value's row; null where that is not wanted. */
  rowAt(value: number): number | null {
    const row = this.#rowOf[value] ?? 0;
    return row === 0 ? null : (row - 1) * (this.#edges.length - 1);
  }

  addAt(value: number, at: number, amount: number): void {
    const row = this.rowAt(value);
    if (row === null) return;
    const place = row + bucketOf(this.#edges, at);
    this.sums[place] = (this.sums[place] as number) + amount;
  }

  /** Visits what counts of a day, with its place in `sums`. Events come in the order of time. */
  eachEvent(day: Day, counts: Uint8Array, visit: (index: number, place: number) => void): void {
    const { time, count } = day.events;
    const found = this.values.ofEvents(day, counts);
    let bucket = 0;
    let next = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < count; index += 1) {
      if (counts[index] !== 1) continue;
      const row = this.rowAt(found[index] as number);
      if (row === null) continue;
      const at = time[index] as number;
      if (at >= next) {
        bucket = bucketOf(this.#edges, day.start + at);
        next = (this.#edges[bucket + 1] as number) - day.start;
      }
      visit(index, row + bucket);
    }
  }

  told(): number[][] {
    const buckets = this.#edges.length - 1;
    return Array.from({ length: this.#rows }, (_, row) =>
      Array.from(this.sums.subarray(row * buckets, (row + 1) * buckets)),
    );
  }
}

function addEvents(
  { dictionaries }: ReportRun,
  filtered: FilteredEvents,
  { courses, onlyPageviews }: { readonly courses: readonly Courses[]; readonly onlyPageviews: boolean },
): void {
  const pageview = dictionaries.idOf(PAGEVIEW);
  filtered.eachDay((day, { counts }) => {
    const { type } = day.events;
    for (const course of courses) {
      const { sums } = course;
      course.eachEvent(day, counts, (index, place) => {
        if (!onlyPageviews || type[index] === pageview) sums[place] = (sums[place] as number) + 1;
      });
    }
  });
}

type Numbered = {
  /** Every number is below it. */
  readonly room: number;
  placesOf(day: Day): Day['events']['identity'];
  numbersOf(day: Day): Uint32Array;
};

/** Adds how many different persons, or sessions, have events. Most have several for one row and bucket. */
function addDistinct(filtered: FilteredEvents, courses: readonly Courses[], of: Numbered): void {
  const distinct = courses.map(() => new DistinctByRow());
  filtered.eachDay((day, { counts }) => {
    const places = of.placesOf(day);
    const numbers = of.numbersOf(day);
    for (const [index, course] of courses.entries()) {
      const seen = distinct[index] as DistinctByRow;
      const last = new Int32Array(numbers.length).fill(-1);
      course.eachEvent(day, counts, (event, place) => {
        const who = places[event] as number;
        if (last[who] === place) return;
        last[who] = place;
        seen.add(place, numbers[who] as number);
      });
    }
  });
  for (const [index, { sums }] of courses.entries())
    sums.set((distinct[index] as DistinctByRow).count({ rows: sums.length, numbers: of.room }).ofRow);
}

/** Of a dimension of single events a session is in each row of which it has an event; else in that of its own. */
function addSessions(run: ReportRun, filtered: FilteredEvents, courses: readonly Courses[]): void {
  const ofEvents = courses.filter(({ values }) => values.ofSessions === null);
  addDistinct(filtered, ofEvents, {
    room: run.sessions.room,
    placesOf: ({ events }) => events.session,
    numbersOf: (day) => run.sessions.of(day).begun,
  });
  filtered.eachDayOfSessions((day, counts) => {
    const { start, count } = day.sessions;
    for (const course of courses) {
      const found = course.values.ofSessions?.ofDay(day);
      if (found === undefined) continue;
      for (let place = 0; place < count; place += 1)
        if (counts[place] === 1)
          course.addAt(found[place + 1] as number, day.start + (start[place] as number), 1);
    }
  });
}

function addSales(run: ReportRun, filtered: FilteredEvents, { courses, measure }: Adding): void {
  const valuesOfSales = new Map<Day, Map<number, number[]>>();
  filtered.eachDay((day, { ofSales }) => {
    if (day.sales.count > 0) valuesOfSales.set(day, valuesAtSales(day, ofSales, courses));
  });
  const sales = filtered.sales();
  const touches = attributedTouches(run, sales);
  const currency = run.dictionaries.idOf(measure.currency);
  for (const [index, { day, sold, sale }] of sales.entries()) {
    const isOwn = sold.currency[sale] === currency;
    const amount = measure.by === 'conversions' ? 1 : isOwn ? (sold.amount[sale] as number) : 0;
    for (const [table, course] of courses.entries()) {
      const { scope, ofTouch } = course.values;
      const value =
        scope === 'acquisition'
          ? ofTouch(touches[index] as number)
          : (valuesOfSales.get(day)?.get(sale)?.[table] ?? 0);
      course.addAt(value, timeOf({ day, sold, sale }), amount);
    }
  }
}

/** By place of a sale, what its event is of in each table. */
function valuesAtSales(day: Day, marks: Uint8Array, courses: readonly Courses[]): Map<number, number[]> {
  const found = new Map(Array.from(day.sales.event, (_, sale) => [sale, [] as number[]]));
  for (const { values } of courses) {
    const ofEvents = values.ofEvents(day, marks);
    for (const [sale, event] of Array.from(day.sales.event).entries())
      found.get(sale)?.push(ofEvents[event] as number);
  }
  return found;
}

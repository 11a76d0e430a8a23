import { DAY_MS, HOUR_MS, PAGEVIEW } from '@cvq/contract/constants';
import type { Period, Question, Totals } from '../../../reports.ts';
import type { Day } from '../../days/day.ts';
import type { RollupByHour } from '../../rollups/rollup-format.ts';
import { timeOf } from '../credit/attribution.ts';
import { type FilteredMeasures, filterMeasures } from '../filters/filtered-events.ts';
import { MarkedEvents } from '../filters/marked-events.ts';
import { bitOf, type EventBits } from '../numbers/event-bits.ts';
import { Scratch } from '../numbers/scratch.ts';
import { type ReportContext, type ReportRun, startRun } from '../report-run.ts';
import { addSession, countedOf } from './add-session.ts';
import { bucketFrom, bucketOf } from './bucket-of.ts';
import { BucketSums } from './bucket-sums.ts';
import { pageviewsOfDay } from './pageviews-of-day.ts';
import { rolledByHour } from './rolled-days.ts';
import { VisitorsByBucket } from './visitors-by-bucket.ts';

/** The measures of one period. */
export function totals(context: ReportContext, question: Question, { from, to }: Period): Totals {
  return series(context, question, [from, to])[0] as Totals;
}

/** The measures of each bucket between neighbouring edges. */
export function series(context: ReportContext, question: Question, edges: readonly number[]): Totals[] {
  const [from = 0, to = from] = [edges[0], edges.at(-1)];
  return totalsAndSeries(startRun(context, question, { from, to }), question, edges).series;
}

/** The measures of each bucket between neighbouring edges, and of all of them together: those of the period of the run. */
export function totalsAndSeries(
  run: ReportRun,
  question: Question,
  edges: readonly number[],
): { readonly totals: Totals; readonly series: Totals[] } {
  const sums = new BucketSums(Math.max(0, edges.length - 1));
  let visitors = 0;
  if (sums.buckets > 0) {
    const buckets = { sums, edges };
    const { rolled, rest } = rolledByHour(run, question, edges);
    const filtered = filterMeasures(rest, question);
    visitors = addEvents(run, { filtered, rolled }, buckets);
    addSales(filtered, buckets);
    addSessions(filtered, buckets);
    for (const [day, rollup] of rolled) addRollup(day, rollup, buckets);
  }
  const { dictionaries } = run;
  return {
    totals: sums.together(visitors).told(0, dictionaries),
    series: Array.from({ length: sums.buckets }, (_, bucket) => sums.told(bucket, dictionaries)),
  };
}

type Buckets = { readonly sums: BucketSums; readonly edges: readonly number[] };

type Source = {
  readonly filtered: FilteredMeasures;
  readonly rolled: ReadonlyMap<Day, RollupByHour>;
};

/**
 * Adds all but sales and sessions of what is read event by event, and the visitors of roll-ups too; tells how many
 * these are in all.
 */
function addEvents(run: ReportRun, { filtered, rolled }: Source, buckets: Buckets): number {
  const pageview = run.dictionaries.idOf(PAGEVIEW);
  const visitors = new VisitorsByBucket(run.visitors.room, buckets.sums);
  const ofDay = { counted: new MarkedEvents(), acted: new Scratch(), pageview, visitors };
  for (const day of run.days) {
    const rollup = rolled.get(day);
    const numbers = run.visitors.of(day);
    if (rollup === undefined)
      filtered.day(day, (_, { counts }) => addDay(day, buckets, { ...ofDay, numbers, counts }));
    else addHours(day, rollup, { numbers, edges: buckets.edges, visitors });
  }
  return visitors.ofAll;
}

type OfDay = {
  readonly numbers: Uint32Array;
  readonly counts: Uint8Array;
  /** Room for those that count. */
  readonly counted: MarkedEvents;
  /** Room for a mark by place of who acted. */
  readonly acted: Scratch;
  readonly pageview: number;
  readonly visitors: VisitorsByBucket;
};

function addDay(day: Day, buckets: Buckets, ofDay: OfDay): void {
  const { counts, counted, pageview } = ofDay;
  counted.read(counts, day.events.count);
  const viewed = pageviewsOfDay(day, pageview);
  const only = onlyBucket(day, buckets.edges);
  if (only === null) addInBuckets(day, buckets, { ...ofDay, viewed });
  else addToBucket(day, buckets, { ...ofDay, viewed, bucket: only });
}

type Viewed = OfDay & { readonly viewed: EventBits };

/** Most act several times: each is marked by place, and added once. */
function addToBucket(
  { events: { identity } }: Day,
  { sums: { additive } }: Buckets,
  {
    counted: { count, index },
    acted,
    numbers,
    viewed,
    visitors,
    bucket,
  }: Viewed & { readonly bucket: number },
): void {
  const marks = acted.bytes(numbers.length);
  let pageviews = 0;
  for (let place = 0; place < count; place += 1) {
    const event = index[place] as number;
    pageviews += bitOf(viewed, event);
    marks[identity[event] as number] = 1;
  }
  (additive.events[bucket] as number) += count;
  (additive.pageviews[bucket] as number) += pageviews;
  visitors.begin(bucket);
  visitors.addMarked(numbers, marks);
}

function addInBuckets(
  { start, events: { identity, time } }: Day,
  { sums: { additive }, edges }: Buckets,
  { counted: { count, index }, numbers, viewed, visitors }: Viewed,
): void {
  const { events, pageviews } = additive;
  let [bucket, next] = [0, Number.NEGATIVE_INFINITY];
  for (let place = 0; place < count; place += 1) {
    const event = index[place] as number;
    if ((time[event] as number) >= next) {
      bucket = bucketOf(edges, start + (time[event] as number));
      next = (edges[bucket + 1] as number) - start;
      visitors.begin(bucket);
    }
    (events[bucket] as number) += 1;
    pageviews[bucket] = (pageviews[bucket] as number) + bitOf(viewed, event);
    visitors.add(numbers[identity[event] as number] as number);
  }
}

type OfHours = {
  readonly numbers: Uint32Array;
  readonly edges: readonly number[];
  readonly visitors: VisitorsByBucket;
};

function addHours({ start }: Day, rollup: RollupByHour, { numbers, edges, visitors }: OfHours): void {
  const { identityCounts, identities: places } = rollup;
  let from = 0;
  for (const [hour, count] of identityCounts.entries()) {
    const bucket = bucketIn(edges, start + hour * HOUR_MS);
    const to = from + count;
    if (bucket !== null) {
      visitors.begin(bucket);
      visitors.addList({ numbers, places, from, to });
    }
    from = to;
  }
}

/** All but the visitors. */
function addRollup({ start }: Day, rollup: RollupByHour, { sums, edges }: Buckets): void {
  const bucketAt = (hour: number) => bucketIn(edges, start + hour * HOUR_MS);
  for (let hour = 0; hour < rollup.events.length; hour += 1) {
    const bucket = bucketAt(hour);
    if (bucket === null) continue;
    sums.additive.addRolled(bucket, rollup, hour);
    (sums.sessionPageviews[bucket] as number) += rollup.sessionPageviews[hour] as number;
    (sums.sessionDurationMs[bucket] as number) += rollup.sessionDurationMs[hour] as number;
  }
  for (const [index, hour] of rollup.moneyRow.entries()) {
    const bucket = bucketAt(hour);
    if (bucket !== null) sums.additive.money.addRolled(bucket, rollup, index);
  }
}

function addSales(filtered: FilteredMeasures, { sums, edges }: Buckets): void {
  for (const sale of filtered.sales()) {
    const bucket = bucketOf(edges, timeOf(sale));
    (sums.additive.conversions[bucket] as number) += 1;
    sums.additive.money.addSale(bucket, sale.sold, sale.sale);
  }
}

function addSessions(filtered: FilteredMeasures, buckets: Buckets): void {
  filtered.eachDayOfSessions((day, counts) => addSessionsOfDay(day, counts, buckets));
}

function addSessionsOfDay(day: Day, counts: Uint8Array, { sums, edges }: Buckets): void {
  const { count, pageviews, durationMs } = day.sessions;
  const counted = countedOf(day.sessions);
  const only = onlyBucket(day, edges);
  const start = only === null ? day.sessions.start : null;
  const first = bucketOf(edges, day.start);
  for (let place = 0; place < count; place += 1) {
    if (counts[place] !== 1) continue;
    const bucket = only ?? bucketFrom(first, edges, day.start + (start?.[place] as number));
    addSession(sums.additive, bucket, { counted, place });
    (sums.sessionPageviews[bucket] as number) += pageviews[place] as number;
    (sums.sessionDurationMs[bucket] as number) += durationMs[place] as number;
  }
}

/** The bucket that all of a day is in which lies between the edges; null where that is more than one. */
function onlyBucket({ start }: Day, edges: readonly number[]): number | null {
  const first = bucketOf(edges, Math.max(start, edges[0] as number));
  const last = bucketOf(edges, Math.min(start + DAY_MS, edges.at(-1) as number) - 1);
  return first === last ? first : null;
}

/** Null for an instant before the first edge, or from the last on. */
function bucketIn(edges: readonly number[], at: number): number | null {
  return at < (edges[0] as number) || at >= (edges.at(-1) as number) ? null : bucketOf(edges, at);
}

import { HOUR_MS, PAGEVIEW } from '@cvq/contract/constants';
import type { Period, Question, Totals } from '../../reports.ts';
import type { Day } from '../days/day.ts';
import type { RollupByHour } from '../rollups/rollup-format.ts';
import { timeOf } from './attribution.ts';
import { addCounts, type Counts, emptyCounts } from './counts.ts';
import { converts, type FilteredEvents, filterEvents } from './filtered-events.ts';
import { addMoney, addSale, currencyTotals } from './money.ts';
import { type ReportContext, type ReportRun, startRun } from './report-run.ts';
import { rolledByHour } from './rolled-days.ts';

type Sums = Counts & { sessionPageviews: number; sessionDurationMs: number };

/** The measures of one period. */
export function totals(context: ReportContext, question: Question, { from, to }: Period): Totals {
  return series(context, question, [from, to])[0] as Totals;
}

/** The measures of each bucket between neighbouring edges. */
export function series(context: ReportContext, question: Question, edges: readonly number[]): Totals[] {
  const sums = edges.slice(1).map(emptySums);
  const [from] = edges;
  const to = edges.at(-1);
  if (sums.length === 0 || from === undefined || to === undefined) return [];
  const run = startRun(context, question, { from, to });
  if (run !== null) {
    const buckets = { sums, edges };
    const { rolled, rest } = rolledByHour(run, question, edges);
    const filtered = filterEvents(rest, question);
    addEvents(run, { filtered, rolled }, buckets);
    addSales(filtered, buckets);
    addSessions(filtered, buckets);
    for (const [day, rollup] of rolled) addRollup(day, rollup, buckets);
  }
  return sums.map(({ money, ...counts }) => ({
    ...counts,
    values: currencyTotals(money, context.dictionaries),
  }));
}

type Buckets = { readonly sums: readonly Sums[]; readonly edges: readonly number[] };

type Source = {
  readonly filtered: FilteredEvents;
  readonly rolled: ReadonlyMap<Day, RollupByHour>;
};

/** Days come in the order of time, so who acts is new to a bucket unless the last one they were seen in is this. */
function addEvents(run: ReportRun, { filtered, rolled }: Source, { sums, edges }: Buckets): void {
  const pageview = run.dictionaries.idOf(PAGEVIEW);
  const seenIn = new Uint32Array(run.visitors.room);
  const addVisitor = (bucket: number, visitor: number) => {
    if (visitor === 0 || seenIn[visitor] === bucket + 1) return;
    seenIn[visitor] = bucket + 1;
    (sums[bucket] as Sums).visitors += 1;
  };
  const addDay = ({ start, events }: Day, { numberOf, counts }: Counted) => {
    const { time, type, identity, count } = events;
    let bucket = -1;
    let next = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < count; index += 1) {
      if (counts[index] !== 1) continue;
      if ((time[index] as number) >= next) {
        bucket = bucketOf(edges, start + (time[index] as number));
        next = (edges[bucket + 1] as number) - start;
      }
      const sum = sums[bucket] as Sums;
      sum.events += 1;
      sum.pageviews += type[index] === pageview ? 1 : 0;
      addVisitor(bucket, numberOf[identity[index] as number] as number);
    }
  };
  for (const day of run.days) {
    const rollup = rolled.get(day);
    const numberOf = run.visitors.of(day);
    if (rollup === undefined) filtered.day(day, (_, { counts }) => addDay(day, { numberOf, counts }));
    else
      eachVisitor(day, rollup, {
        edges,
        visit: (at, identity) => addVisitor(at, numberOf[identity] as number),
      });
  }
}

type Counted = { readonly numberOf: Uint32Array; readonly counts: Uint8Array };
type Visiting = {
  readonly edges: readonly number[];
  readonly visit: (bucket: number, identity: number) => void;
};

function eachVisitor({ start }: Day, rollup: RollupByHour, { edges, visit }: Visiting): void {
  const { identityCounts, identities } = rollup;
  let at = 0;
  for (const [hour, count] of identityCounts.entries()) {
    const bucket = bucketIn(edges, start + hour * HOUR_MS);
    const end = at + count;
    if (bucket !== null)
      for (let index = at; index < end; index += 1) visit(bucket, identities[index] as number);
    at = end;
  }
}

/** All but the visitors. */
function addRollup({ start }: Day, rollup: RollupByHour, { sums, edges }: Buckets): void {
  const sumOf = (hour: number) => {
    const bucket = bucketIn(edges, start + hour * HOUR_MS);
    return bucket === null ? null : (sums[bucket] as Sums);
  };
  for (let hour = 0; hour < rollup.events.length; hour += 1) {
    const sum = sumOf(hour);
    if (sum === null) continue;
    addCounts(sum, rollup, hour);
    sum.sessionPageviews += rollup.sessionPageviews[hour] as number;
    sum.sessionDurationMs += rollup.sessionDurationMs[hour] as number;
  }
  for (const [index, hour] of rollup.moneyRow.entries()) {
    const sum = sumOf(hour);
    if (sum !== null) addMoney(sum.money, rollup, index);
  }
}

function addSales(filtered: FilteredEvents, { sums, edges }: Buckets): void {
  for (const sale of filtered.sales()) {
    const sum = sums[bucketOf(edges, timeOf(sale))] as Sums;
    sum.conversions += 1;
    addSale(sum.money, sale);
  }
}

function addSessions(filtered: FilteredEvents, { sums, edges }: Buckets): void {
  filtered.eachSession(({ start, sessions }, place) => {
    const sum = sums[bucketOf(edges, start + (sessions.start[place] as number))] as Sums;
    const pageviews = sessions.pageviews[place] as number;
    sum.sessions += 1;
    sum.sessionPageviews += pageviews;
    sum.sessionDurationMs += sessions.durationMs[place] as number;
    if (converts(sessions, place)) sum.convertedSessions += 1;
    if (pageviews === 1 && sessions.events[place] === 1) sum.bounces += 1;
  });
}

/** Null for an instant before the first edge, or from the last on. */
function bucketIn(edges: readonly number[], at: number): number | null {
  return at < (edges[0] as number) || at >= (edges.at(-1) as number) ? null : bucketOf(edges, at);
}

function bucketOf(edges: readonly number[], at: number): number {
  let low = 0;
  let high = edges.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((edges[middle] as number) <= at) low = middle;
    else high = middle;
  }
  return low;
}

const emptySums = (): Sums => ({
  ...emptyCounts(),
  sessionPageviews: 0,
  sessionDurationMs: 0,
});

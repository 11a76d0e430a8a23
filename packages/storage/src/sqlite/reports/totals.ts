import { PAGEVIEW } from '@cvq/contract/constants';
import type { Period, Question, Totals } from '../../reports.ts';
import { timeOf } from './attribution.ts';
import { type Counts, emptyCounts } from './counts.ts';
import { converts, type FilteredEvents, filterEvents } from './filtered-events.ts';
import { addSale, currencyTotals } from './money.ts';
import { type ReportContext, type ReportRun, startRun } from './report-run.ts';

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
    const filtered = filterEvents(run, question);
    addEvents(run, filtered, { sums, edges });
    addSales(filtered, { sums, edges });
    addSessions(filtered, { sums, edges });
  }
  return sums.map(({ money, ...counts }) => ({
    ...counts,
    values: currencyTotals(money, context.dictionaries),
  }));
}

type Buckets = { readonly sums: readonly Sums[]; readonly edges: readonly number[] };

/** Events come in the order of time, so who acts is new to a bucket unless the last one they were seen in is this. */
function addEvents(
  { dictionaries, visitorsOf, counted }: ReportRun,
  filtered: FilteredEvents,
  { sums, edges }: Buckets,
): void {
  const pageview = dictionaries.idOf(PAGEVIEW);
  const seenIn = new Uint32Array(counted.room);
  let bucket = 0;
  filtered.eachSegment((columns, { counts }) => {
    const { at, type, count } = columns;
    const who = counted.ofEvents(columns, visitorsOf(columns).who);
    let next = edges[bucket + 1] as number;
    let sum = sums[bucket] as Sums;
    for (let index = 0; index < count; index += 1) {
      if (counts[index] !== 1) continue;
      if ((at[index] as number) >= next) {
        while ((at[index] as number) >= (edges[bucket + 1] as number)) bucket += 1;
        next = edges[bucket + 1] as number;
        sum = sums[bucket] as Sums;
      }
      const actor = who[index] as number;
      sum.events += 1;
      sum.pageviews += type[index] === pageview ? 1 : 0;
      if (actor === 0 || seenIn[actor] === bucket + 1) continue;
      seenIn[actor] = bucket + 1;
      sum.visitors += 1;
    }
  });
}

function addSales(filtered: FilteredEvents, { sums, edges }: Buckets): void {
  for (const sale of filtered.sales()) {
    const sum = sums[bucketOf(edges, timeOf(sale))] as Sums;
    sum.conversions += 1;
    addSale(sum.money, sale);
  }
}

function addSessions(filtered: FilteredEvents, { sums, edges }: Buckets): void {
  filtered.eachSession((columns, place) => {
    const sum = sums[bucketOf(edges, columns.firstAt[place] as number)] as Sums;
    const pageviews = columns.pageviews[place] as number;
    sum.sessions += 1;
    sum.sessionPageviews += pageviews;
    sum.sessionDurationMs += columns.durationMs[place] as number;
    if (converts(columns, place)) sum.convertedSessions += 1;
    if (pageviews === 1 && columns.events[place] === 1) sum.bounces += 1;
  });
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

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

/** Events come in the order of time, so a visitor is new to a bucket unless the last one it was seen in is this. */
function addEvents(
  { dictionaries, visitors }: ReportRun,
  filtered: FilteredEvents,
  { sums, edges }: Buckets,
): void {
  const pageview = dictionaries.idOf(PAGEVIEW);
  const seenIn = new Uint32Array(visitors.room);
  let bucket = 0;
  filtered.eachDay((day, { counts }) => {
    const { time, type, identity, count } = day.events;
    const numberOf = visitors.of(day);
    let next = (edges[bucket + 1] as number) - day.start;
    let sum = sums[bucket] as Sums;
    for (let index = 0; index < count; index += 1) {
      if (counts[index] !== 1) continue;
      if ((time[index] as number) >= next) {
        const at = day.start + (time[index] as number);
        while (at >= (edges[bucket + 1] as number)) bucket += 1;
        next = (edges[bucket + 1] as number) - day.start;
        sum = sums[bucket] as Sums;
      }
      const visitor = numberOf[identity[index] as number] as number;
      sum.events += 1;
      sum.pageviews += type[index] === pageview ? 1 : 0;
      if (visitor === 0 || seenIn[visitor] === bucket + 1) continue;
      seenIn[visitor] = bucket + 1;
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

import type { Granularity, Measures, ReportResponse, SeriesColumns, SpendMeasures } from '@cvq/contract';
import type { Totals } from '@cvq/storage';
import type { Bucket } from '../buckets.ts';
import { measuresOf } from '../measures.ts';
import type { SpendOfRange } from '../spend/spend-of-range.ts';
import { sumBuckets } from '../spend/sum-buckets.ts';
import type { SpendSum } from '../spend/sum-spend.ts';

/** What was found of a period. */
export type FoundPeriod = {
  readonly buckets: readonly Bucket[];
  readonly totals: Totals;
  /** Of each bucket. */
  readonly series: readonly Totals[];
  readonly spend: SpendOfRange;
  /** What ads cost in it; null where that cannot be told. */
  readonly cost: SpendSum | null;
};

type Together<Item> = { readonly now: Item; readonly before: Item | null };

/** The same of a period and of the earlier one, where there is one. */
export function tellTogether<Told>({ now, before }: Together<FoundPeriod>, tell: (of: FoundPeriod) => Told) {
  return { now: tell(now), before: before && tell(before) };
}

/** The measures of a period as a whole. */
export function toldTotals(
  { totals, spend, cost }: FoundPeriod,
  currency: string,
): ReportResponse['data']['totals']['now'] {
  const measures = measuresOf(totals, currency);
  return { ...measures, ...spend.tell(cost, measures, { currency, round: 'rounded' }) };
}

type Form = { readonly currency: string; readonly granularity: Granularity };

/** The measures of its buckets, by name. Spend is known by the day: of hours it is null. */
export function toldSeries(
  { buckets, series, spend }: FoundPeriod,
  { currency, granularity }: Form,
): SeriesColumns {
  const costs = sumBuckets(granularity === 'hour' ? { found: null } : spend, buckets);
  const points = series.map((totals, index) => {
    const measures = measuresOf(totals, currency);
    return {
      ...measures,
      ...spend.tell(costs[index]?.sum ?? null, measures, { currency, round: 'rounded' }),
    };
  });
  return {
    labels: buckets.map(({ label }) => label),
    starts: buckets.map(({ start }) => start),
    measures: columnsOf(points, Object.keys(toldNothing(spend, currency))),
  };
}

/** The names of all that is told, whether or not there is a bucket. */
function toldNothing(spend: SpendOfRange, currency: string): Measures & SpendMeasures {
  const measures = measuresOf(NOTHING, currency);
  return { ...measures, ...spend.tell(null, measures, { currency, round: 'rounded' }) };
}

const NOTHING: Totals = {
  visitors: 0,
  events: 0,
  pageviews: 0,
  conversions: 0,
  values: [],
  sessions: 0,
  convertedSessions: 0,
  bounces: 0,
  sessionPageviews: 0,
  sessionDurationMs: 0,
};

function columnsOf(points: readonly object[], names: readonly string[]): SeriesColumns['measures'] {
  const columns = names.map((name) => [
    name,
    points.map((point) => (point as Record<string, unknown>)[name]),
  ]);
  return Object.fromEntries(columns) as SeriesColumns['measures'];
}

import type { Granularity, SpendNotes, TimeseriesPoint } from '@cvq/contract';
import type { CurrencyTotal, Totals } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import { type Bucket, bucketsOf, edgesOf, isUnderWay } from '../buckets.ts';
import { localTimes } from '../local-times.ts';
import { measuresOf } from '../measures.ts';
import type { AskedSpend, AskedStores } from '../spend/asked-spend.ts';
import { spendOfRange } from '../spend/spend-of-range.ts';
import { sumBuckets } from '../spend/sum-buckets.ts';
import type { PartSpend } from '../spend/sum-days.ts';

type Asked = {
  readonly asked: AskedSpend;
  readonly granularity: Granularity;
  /** The instant at which counting stops; null for the end of the range. */
  readonly until: number | null;
};

export type MeasuredBuckets = {
  readonly points: TimeseriesPoint[];
  readonly amounts: readonly CurrencyTotal[];
  readonly notes: SpendNotes;
};

/** The measures of a range, and what it cost, bucket by bucket. */
export async function measureBuckets(
  { asked, granularity, until }: Asked,
  deps: AskedStores,
): Promise<MeasuredBuckets> {
  const { project, question, range, at } = asked;
  const { currency } = project;
  const whole = bucketsOf(range, granularity, at);
  const buckets = until === null ? whole : cutAt(whole, until, range.timezone);
  const [series, spend] = await Promise.all([
    askStore(deps.reports.series(question, edgesOf(buckets))),
    spendOfRange({ ...asked, by: { granularity } }, deps),
  ]);
  const costs = sumBuckets(spend, buckets);
  const points = buckets.map(({ from, to, start, end, label }, index) => {
    const measures = measuresOf(series[index] as Totals, currency);
    const { sum, reason, isProvisional } = costs[index] as PartSpend;
    const isPart = to !== whole[index]?.to || isUnderWay({ from, to }, asked);
    return {
      start,
      end,
      label,
      ...(isPart && { partial: true as const }),
      ...measures,
      ...spend.tell(sum, measures, { currency, round: 'rounded' }),
      ...(reason !== null && { spend_unavailable_reason: reason }),
      ...(isProvisional && { spend_provisional: true as const }),
    };
  });
  return { points, amounts: series.flatMap((totals) => totals.values), notes: spend.notes };
}

/** The buckets up to an instant, the last of which ends there. */
function cutAt(buckets: readonly Bucket[], until: number, timezone: string): Bucket[] {
  const end = localTimes(timezone).text(until);
  return buckets
    .filter(({ from }) => from < until)
    .map((bucket) => (bucket.to <= until ? bucket : { ...bucket, to: until, end }));
}

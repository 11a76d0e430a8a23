import type { SpendDimension } from '@cvq/contract';
import type { Bucket } from '../buckets.ts';
import type { FoundSpend } from './spend-of-range.ts';
import { sumBuckets } from './sum-buckets.ts';
import { toAmount } from './to-amount.ts';

type AskedTrend = {
  readonly dimension: SpendDimension;
  readonly value: string;
  readonly currency: string;
  /** None by the hour: what ads cost is known by the day. */
  readonly buckets: readonly Bucket[];
};

/**
 * What a row cost in each bucket, in whole numbers. Empty where a day is not known, since that would be a fall to
 * nothing; of the last one that is usual.
 */
export function trendOfCost(
  found: FoundSpend,
  { value, dimension, currency, buckets }: AskedTrend,
): number[] {
  const own = found.campaigns.filter(({ words }) => words[dimension] === value);
  const part = { found: { ...found, rows: own.flatMap(({ rows }) => rows) } };
  const trend = sumBuckets(part, buckets).map(({ sum }) => sum?.worth ?? null);
  if (trend.slice(0, -1).includes(null)) return [];
  return trend.map((worth) => Math.round(toAmount(worth ?? 0n, currency)));
}

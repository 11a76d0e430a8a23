import type { Bucket } from '../buckets.ts';
import type { SpendOfRange } from './spend-of-range.ts';
import { type PartSpend, sumDays } from './sum-days.ts';

/** What each bucket of a range cost: buckets of days and longer, as spend is known by the day. */
export function sumBuckets(
  { found }: Pick<SpendOfRange, 'found'>,
  buckets: readonly Pick<Bucket, 'label'>[],
): readonly PartSpend[] {
  if (found === null) return buckets.map(() => ({ sum: null, reason: null, isProvisional: false }));
  return sumDays(
    found,
    buckets.map(({ label }, index) => ({ from: label, before: buckets[index + 1]?.label ?? null })),
  );
}

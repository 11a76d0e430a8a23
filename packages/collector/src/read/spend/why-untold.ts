import type { SpendUnavailableReason } from '@cvq/contract';
import type { AskedSpend } from './asked-spend.ts';
import { isSpendDimension } from './is-spend-dimension.ts';
import type { ToldSource } from './open-spend-sources.ts';

/**
 * Why nothing can be told whatever was read: nothing tells of spend, or not so as it is asked. Null where nothing is in
 * the way.
 */
export function whyUntold(
  sources: readonly ToldSource[],
  { range, question, by = {} }: AskedSpend,
): SpendUnavailableReason | null {
  if (sources.length === 0) return 'no_ad_platform_integration';
  if (by.granularity === 'hour') return 'granularity_hour';
  if (range.preset === '24h') return 'part_days';
  if (by.dimension !== undefined && !isSpendDimension(by.dimension)) return 'unsupported_dimension';
  return question.filters.every(({ dimension }) => isSpendDimension(dimension)) ? null : 'filtered';
}

import type { SpendUnavailableReason } from '@cvq/contract';
import type { SpendSourceState } from '@cvq/storage';
import type { AskedSpend, AskedStores } from './asked-spend.ts';
import { isSpendDimension } from './is-spend-dimension.ts';

/** Why nothing can be told whatever was read: nothing tells of spend, or not so as it is asked. Null where nothing is in the way. */
export async function whyUntold(
  sources: readonly SpendSourceState[],
  { project, range, question, by = {} }: AskedSpend,
  { control }: Pick<AskedStores, 'control'>,
): Promise<SpendUnavailableReason | null> {
  if (sources.length === 0) {
    const integrations = await control.listIntegrations({ project: project.id });
    return integrations.length > 0 ? 'not_read' : 'no_ad_platform_integration';
  }
  if (by.granularity === 'hour') return 'granularity_hour';
  if (range.preset === '24h') return 'part_days';
  if (by.dimension !== undefined && !isSpendDimension(by.dimension)) return 'unsupported_dimension';
  return question.filters.every(({ dimension }) => isSpendDimension(dimension)) ? null : 'filtered';
}

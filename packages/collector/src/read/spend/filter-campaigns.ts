import type { Filter } from '@cvq/contract';
import { filterComparison } from '@cvq/storage';
import { isSpendDimension } from './is-spend-dimension.ts';
import type { SpendWords } from './words-of-campaign.ts';

/** The campaigns whose words fulfil every filter. */
export function filterCampaigns<Campaign extends { readonly words: SpendWords }>(
  campaigns: readonly Campaign[],
  filters: readonly Filter[],
): readonly Campaign[] {
  const conditions = filters.flatMap(({ dimension, ...filter }) =>
    isSpendDimension(dimension) ? { dimension, fulfils: filterComparison(filter) } : [],
  );
  return campaigns.filter(({ words }) =>
    conditions.every(({ dimension, fulfils }) => fulfils(words[dimension])),
  );
}

import type { Filter } from '@cvq/contract';
import { filterComparison } from '@cvq/storage';
import { isSpendDimension } from './is-spend-dimension.ts';
import type { SpendWords } from './words-of-campaign.ts';

/** Words of which some may be missing: those are any. */
export type SomeWords = Partial<SpendWords>;

/** Whether words fulfil every filter. */
export function filterWords(filters: readonly Filter[]): (words: SomeWords) => boolean {
  const conditions = filters.flatMap(({ dimension, ...filter }) =>
    isSpendDimension(dimension) ? { dimension, fulfils: filterComparison(filter) } : [],
  );
  return (words) =>
    conditions.every(({ dimension, fulfils }) => {
      const word = words[dimension];
      return word === undefined || fulfils(word);
    });
}

import type { Random } from '../../../test/builders/seeded-random.ts';

/** One of the items, the first ones more often. */
export function frequentFirst<Item>(random: Random, items: readonly Item[]): Item {
  return items[random.rank(items.length + 1)] as Item;
}

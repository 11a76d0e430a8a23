/** Numbers that look random and are the same for the same seed (mulberry32). */
export type Random = {
  /** From 0 up to, but not, 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number;
  /** A whole number below `count`. */
  below(count: number): number;
  /** As `below`, small ones more often, as pages and campaigns are. */
  rank(count: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(probability: number): boolean;
  shuffled<Item>(items: readonly Item[]): Item[];
};

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    whole,
    below: (count) => Math.floor(next() * count),
    rank: (count) => Math.floor(count ** next()) - 1,
    pick: (items) => items[whole(0, items.length - 1)] as (typeof items)[number],
    chance: (probability) => next() < probability,
    shuffled(items) {
      const order = [...items];
      for (let last = order.length - 1; last > 0; last -= 1) {
        const other = whole(0, last);
        [order[last], order[other]] = [order[other] as never, order[last] as never];
      }
      return order;
    },
  };
}

/** Numbers that look random and are the same for the same seed (mulberry32). */
export type Random = {
  /** From 0 up to, but not, 1. */
  next(): number;
  /** A whole number below `count`. */
  below(count: number): number;
  /** As `below`, small ones more often, as pages and campaigns are. */
  rank(count: number): number;
  chance(probability: number): boolean;
};

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    next,
    below: (count) => Math.floor(next() * count),
    rank: (count) => Math.floor(count ** next()) - 1,
    chance: (probability) => next() < probability,
  };
}

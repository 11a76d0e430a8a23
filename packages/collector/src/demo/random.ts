/** Random choices that repeat for the same seed. */
export type Random = {
  /** From 0 up to and without 1. */
  next(): number;
  pick<Choice extends { readonly weight: number }>(choices: readonly Choice[]): Choice;
  /** Ten characters of an event id's suffix. */
  suffix(): string;
  /** An id as the SDK makes them: it begins with its time. */
  id(at: number): string;
};

/** The generator "mulberry32": 32 bits of state, enough for a demo. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const suffix = () => Array.from({ length: 10 }, () => Math.floor(next() * 36).toString(36)).join('');
  return {
    next,
    pick(choices) {
      let rest = next() * choices.reduce((sum, { weight }) => sum + weight, 0);
      const chosen = choices.find(({ weight }) => {
        rest -= weight;
        return rest < 0;
      });
      return chosen ?? (choices[0] as (typeof choices)[number]);
    },
    suffix,
    id: (at) => `${at.toString(36)}.${suffix()}`,
  };
}

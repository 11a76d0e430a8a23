import type { KnownNumber } from './numbers.ts';

/** From so many standard deviations on, a difference is no chance. */
const DEVIATIONS = 2;

/** Whether two counts differ by more than chance would make them: of counts around n, chance is about its root. */
export function countsDiffer(one: KnownNumber, other: KnownNumber, deviations = DEVIATIONS): boolean {
  if (!isKnown(one) || !isKnown(other) || one + other <= 0) return false;
  return Math.abs(one - other) / Math.sqrt(one + other) >= deviations;
}

/** A part of a whole: `part` is a fraction of one, `whole` what it is a fraction of. */
export type Share = { readonly part: KnownNumber; readonly whole: KnownNumber };

/** Whether two shares differ by more than chance would make them: the test of two proportions. */
export function sharesDiffer(one: Share, other: Share): boolean {
  const [p, n, q, m] = [one.part, one.whole, other.part, other.whole];
  if (!isKnown(p) || !isKnown(q) || !n || !m) return false;
  const pooled = (p * n + q * m) / (n + m);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m));
  return deviation > 0 && Math.abs(p - q) / deviation >= DEVIATIONS;
}

function isKnown(value: KnownNumber): value is number {
  return value !== null && value !== undefined;
}

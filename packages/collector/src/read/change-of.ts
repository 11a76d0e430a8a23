import { ratio } from './measures.ts';

/** How far a number is from an earlier one, as a fraction of that; null where either is missing, or the earlier one is 0. */
export function changeOf(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : ratio(now - before, before, 4);
}

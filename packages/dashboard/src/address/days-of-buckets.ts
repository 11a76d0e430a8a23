import { addDays } from './civil-days.ts';

/**
 * The days of buckets from one place to another: of a week all seven, of an hour its day.
 * `labels`: when each begins. `end`: the last day of all.
 */
export function daysOfBuckets(
  labels: readonly string[],
  [first, last]: readonly [number, number],
  end: string,
): { readonly start: string; readonly end: string } {
  const dayAt = (place: number) => (labels[Math.min(place, labels.length - 1)] ?? end).slice(0, 10);
  const next = labels[last + 1];
  const before = next && addDays(next.slice(0, 10), -1);
  // The next hour may be of the same day.
  const lastDay = before === undefined ? end : ([before, dayAt(last)].toSorted()[1] as string);
  return { start: dayAt(first), end: lastDay };
}

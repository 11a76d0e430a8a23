import { addDays, countDays } from './civil-days.ts';

/** The days before or after a range, as many as it has: `2026-11-08` to `2026-11-14` becomes the week before or after. */
export function shiftedRange(
  start: string,
  end: string,
  direction: 1 | -1,
): { readonly start: string; readonly end: string } {
  const days = direction * countDays(start, end);
  return { start: addDays(start, days), end: addDays(end, days) };
}

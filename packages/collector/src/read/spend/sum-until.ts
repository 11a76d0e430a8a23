import type { CalendarDay } from '@cvq/storage';
import type { SpendOfRange } from './spend-of-range.ts';
import { type SpendSum, sumSpend } from './sum-spend.ts';

/** What the days of a range cost up to one of them, included; null where none of these was read. */
export function sumUntil({ found }: Pick<SpendOfRange, 'found'>, last: CalendarDay): SpendSum | null {
  if (found === null || !found.days.some((day) => day <= last && found.cover.known.has(day))) return null;
  return sumSpend(found.rows.filter(({ date }) => date <= last));
}

import type { CalendarDay } from '@cvq/storage';
import type { FoundSpend } from './spend-of-range.ts';
import { type SpendSum, sumSpend } from './sum-spend.ts';

/** A part of a range: from one day on up to another that is no more of it, or up to the end of the range. */
type Part = { readonly from: CalendarDay; readonly before: CalendarDay | null };

/** What parts of a range cost; null of those of which no day was read. */
export function sumDays(
  { rows, days, cover }: Pick<FoundSpend, 'rows' | 'days' | 'cover'>,
  parts: readonly Part[],
): { readonly sum: SpendSum | null; readonly isProvisional: boolean }[] {
  const rowsOf = Map.groupBy(rows, ({ date }) => date);
  return parts.map(({ from, before }) => {
    const own = days.filter((day) => day >= from && (before === null || day < before));
    const isKnown = own.some((day) => cover.known.has(day));
    return {
      sum: isKnown ? sumSpend(own.flatMap((day) => rowsOf.get(day) ?? [])) : null,
      isProvisional: own.some((day) => cover.provisional.has(day)),
    };
  });
}

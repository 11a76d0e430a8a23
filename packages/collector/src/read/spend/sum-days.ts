import type { SpendUnavailableReason } from '@cvq/contract';
import type { CalendarDay } from '@cvq/storage';
import type { FoundSpend } from './spend-of-range.ts';
import { type SpendSum, sumSpend } from './sum-spend.ts';

/** A part of a range: from one day on up to another that is no more of it, or up to the end of the range. */
type Part = { readonly from: CalendarDay; readonly before: CalendarDay | null };

/** What a part of a range cost. */
export type PartSpend = {
  /** Null where no day of it was read. */
  readonly sum: SpendSum | null;
  /** Why not all of it can be told; null where it can, and of days to come. */
  readonly reason: SpendUnavailableReason | null;
  readonly isProvisional: boolean;
};

/** What parts of a range cost. */
export function sumDays(
  { rows, days, cover, whyUnknown }: Pick<FoundSpend, 'rows' | 'days' | 'cover' | 'whyUnknown'>,
  parts: readonly Part[],
): PartSpend[] {
  const rowsOf = Map.groupBy(rows, ({ date }) => date);
  return parts.map(({ from, before }) => {
    const own = days.filter((day) => day >= from && (before === null || day < before));
    const isProvisional = own.some((day) => cover.provisional.has(day));
    if (!own.some((day) => cover.known.has(day)))
      return { sum: null, reason: own.length === 0 ? null : whyUnknown, isProvisional };
    const sum = sumSpend(own.flatMap((day) => rowsOf.get(day) ?? []));
    return { sum, reason: sum.worth === null ? 'currency_mixed' : null, isProvisional };
  });
}

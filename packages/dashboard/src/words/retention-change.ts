import { DAY_MS, RETENTION_DAYS } from '@cvq/contract/constants';

type RetentionChange = { readonly from: number | null; readonly to: number | null; readonly now: number };

/**
 * The first day that is kept, as `2026-08-26`, where another retention deletes what happened before; null where it
 * deletes nothing, as one does that is refused.
 */
export function firstKeptDay({ from, to, now }: RetentionChange): string | null {
  const { fewest, most } = RETENTION_DAYS;
  if (to === null || !Number.isInteger(to) || to < fewest || to > most) return null;
  if (to >= (from ?? Number.POSITIVE_INFINITY)) return null;
  return new Date(now - to * DAY_MS).toISOString().slice(0, 10);
}

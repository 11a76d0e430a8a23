import type { CountedSpend, DailySpend } from '@cvq/storage';
import type { Worth } from './exchange-to.ts';

/** Spend of a day with what it is worth in the currency of the project; null where no rate says it. */
export type ValuedSpend = DailySpend & { readonly worth: Worth | null };
/** That of one campaign. */
export type ValuedRow = CountedSpend & ValuedSpend;

/** Rows of spend, added up. */
export type SpendSum = {
  /** Null where any of it is worth nobody knows what: never a part of the sum. */
  readonly worth: Worth | null;
  readonly impressions: number;
  readonly clicks: number;
};

/** What rows of spend add up to. Their worth is null where that of any row is. */
export function sumSpend(rows: readonly ValuedSpend[]): SpendSum {
  let worth: Worth | null = 0n;
  let impressions = 0;
  let clicks = 0;
  for (const row of rows) {
    worth = worth === null || row.worth === null ? null : worth + row.worth;
    impressions += row.impressions;
    clicks += row.clicks;
  }
  return { worth, impressions, clicks };
}

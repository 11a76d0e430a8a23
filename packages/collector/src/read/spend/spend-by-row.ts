import { isSpendDimension } from './is-spend-dimension.ts';
import type { SpendOfRange } from './spend-of-range.ts';
import { type SpendSum, sumSpend, type ValuedSpend } from './sum-spend.ts';

type Rows = {
  readonly dimension: string;
  readonly currency: string;
  /** Of all rows that there are. */
  readonly values: ReadonlySet<string>;
};

/** Nothing was spent on what no campaign stands in. */
const NO_ROWS: readonly ValuedSpend[] = [];

/**
 * What the rows of a breakdown cost. Spend makes no row: that of campaigns without one is unmatched. What each function gives
 * are fields of the answer: none for who may not see spend, null where it cannot be told.
 */
export function spendByRow({ found, tell }: SpendOfRange, { dimension, currency, values }: Rows) {
  const isTold = found !== null && isSpendDimension(dimension);
  const rowsOf = Map.groupBy(
    isTold ? found.campaigns : [],
    ({ words }) => words[dimension as keyof typeof words],
  );
  const rows = (value: string) => rowsOf.get(value)?.flatMap((campaign) => campaign.rows) ?? NO_ROWS;
  const told = (
    spent: readonly ValuedSpend[],
    returns = { conversions: 0, revenue: 0 },
    round: 'rounded' | 'unrounded' = 'rounded',
  ) => {
    const sum: SpendSum | null = isTold ? sumSpend(spent) : null;
    return tell(sum, returns, { currency, round });
  };
  const amountOf = (spent: readonly ValuedSpend[]) => told(spent).ad_spend;
  const unmatched = amountOf([...rowsOf.keys()].filter((value) => !values.has(value)).flatMap(rows));
  return {
    ofRow(
      row: { readonly value: string; readonly conversions: number; readonly revenue: number },
      round?: 'rounded' | 'unrounded',
    ) {
      const { ad_spend, roas } = told(rows(row.value), row, round);
      return ad_spend === undefined ? {} : { ad_spend, roas };
    },
    ofOthers(others: readonly string[]) {
      const ad_spend = amountOf(others.flatMap(rows));
      return ad_spend === undefined ? {} : { ad_spend };
    },
    unmatched: unmatched === undefined ? {} : { unmatched_ad_spend: unmatched },
  };
}

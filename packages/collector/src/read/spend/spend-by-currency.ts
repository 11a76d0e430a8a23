import type { SpendOfCurrency } from '@cvq/contract';
import { exchangeTo } from './exchange-to.ts';
import { sumSpend, type ValuedSpend } from './sum-spend.ts';
import { toAmount } from './to-amount.ts';

/** What was paid in each currency, by its code, and what that is in the currency of the project. */
export function spendByCurrency(rows: readonly ValuedSpend[], currency: string): SpendOfCurrency[] {
  const paid = Map.groupBy(rows, (row) => row.currency);
  return [...paid]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([from, own]) => {
      const asPaid = exchangeTo(from, []);
      const { worth } = sumSpend(own.map((row) => ({ ...row, worth: asPaid(row) })));
      const { worth: converted, impressions, clicks } = sumSpend(own);
      return {
        currency: from,
        ad_spend: toAmount(worth ?? 0n, from),
        ad_impressions: impressions,
        ad_clicks: clicks,
        converted: converted === null ? null : toAmount(converted, currency),
      };
    });
}

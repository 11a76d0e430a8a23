import type { CurrencyTotal } from '../../reports.ts';
import type { Sale } from './attribution.ts';
import type { Words } from './words.ts';

/** Sums of minor units, a currency each. */
export type Money = Map<number, { minor: number; conversions: number }>;

export function addSale(money: Money, { columns, sale }: Sale): void {
  const currency = columns.sales.currency[sale] as number;
  if (currency === 0) return;
  const sum = money.get(currency) ?? { minor: 0, conversions: 0 };
  sum.minor += columns.sales.amount[sale] as number;
  sum.conversions += 1;
  money.set(currency, sum);
}

/** In the order of the codes of the currencies. */
export function currencyTotals(money: Money, words: Words): CurrencyTotal[] {
  return [...money]
    .map(([currency, sum]) => ({ currency: words.text(currency), ...sum }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

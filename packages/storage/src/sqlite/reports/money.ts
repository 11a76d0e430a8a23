import type { CurrencyTotal } from '../../reports.ts';
import type { Sale } from './attribution.ts';
import type { DictionaryColumns } from './dictionary-columns.ts';

/** Sums of minor units, a currency each. */
export type SalesByCurrency = Map<number, { minor: number; conversions: number }>;

export function addSale(money: SalesByCurrency, { day, sale }: Sale): void {
  const currency = day.sales.currency[sale] as number;
  if (currency === 0) return;
  const sum = money.get(currency) ?? { minor: 0, conversions: 0 };
  sum.minor += day.sales.amount[sale] as number;
  sum.conversions += 1;
  money.set(currency, sum);
}

/** In the order of the codes of the currencies. */
export function currencyTotals(money: SalesByCurrency, dictionaries: DictionaryColumns): CurrencyTotal[] {
  return [...money]
    .map(([currency, sum]) => ({ currency: dictionaries.text(currency), ...sum }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

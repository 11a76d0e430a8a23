import type { CurrencyTotal } from '../../reports.ts';
import type { Integers } from '../days/column-body.ts';
import type { Sale } from './attribution.ts';
import type { DictionaryColumns } from './dictionary-columns.ts';

/** Sums of minor units, a currency each. */
export type SalesByCurrency = Map<number, { minor: number; conversions: number }>;

export function addSale(money: SalesByCurrency, { sold, sale }: Sale): void {
  const currency = sold.currency[sale] as number;
  if (currency === 0) return;
  const sum = money.get(currency) ?? { minor: 0, conversions: 0 };
  sum.minor += sold.amount[sale] as number;
  sum.conversions += 1;
  money.set(currency, sum);
}

type MoneyByRow = {
  readonly currency: Integers;
  readonly minor: Float64Array;
  readonly moneyConversions: Integers;
};

/** Adds what a roll-up has in one currency. */
export function addMoney(money: SalesByCurrency, sums: MoneyByRow, index: number): void {
  const currency = sums.currency[index] as number;
  const sum = money.get(currency) ?? { minor: 0, conversions: 0 };
  sum.minor += sums.minor[index] as number;
  sum.conversions += sums.moneyConversions[index] as number;
  money.set(currency, sum);
}

/** In the order of the codes of the currencies. */
export function currencyTotals(money: SalesByCurrency, dictionaries: DictionaryColumns): CurrencyTotal[] {
  return [...money]
    .map(([currency, sum]) => ({ currency: dictionaries.text(currency), ...sum }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

import type { CurrencyTotal } from '../../reports.ts';
import type { Integers } from '../days/column-body.ts';
import type { Sale } from './attribution.ts';
import type { DictionaryColumns } from './dictionary-columns.ts';

/** Sums of minor units, a currency each. */
export type SalesByCurrency = Map<number, { minor: number; conversions: number }>;

/** What has sums of money: null until there are any. */
type Earning = { money: SalesByCurrency | null };

export function addSale(row: Earning, { sold, sale }: Sale): void {
  const currency = sold.currency[sale] as number;
  if (currency !== 0) add(row, currency, { minor: sold.amount[sale] as number, conversions: 1 });
}

type MoneyByRow = {
  readonly currency: Integers;
  readonly minor: Float64Array;
  readonly moneyConversions: Integers;
};

/** Adds what a roll-up has in one currency. */
export function addMoney(row: Earning, sums: MoneyByRow, index: number): void {
  const minor = sums.minor[index] as number;
  const conversions = sums.moneyConversions[index] as number;
  add(row, sums.currency[index] as number, { minor, conversions });
}

/** Adds all that another has. */
export function addAllMoney(row: Earning, { money }: Earning): void {
  for (const [currency, sum] of money ?? []) add(row, currency, sum);
}

/** Minor units of one currency; 0 where there are none. */
export function minorIn({ money }: Earning, currency: number): number {
  return money?.get(currency)?.minor ?? 0;
}

function add(
  row: Earning,
  currency: number,
  { minor, conversions }: { minor: number; conversions: number },
): void {
  row.money ??= new Map();
  const sum = row.money.get(currency);
  if (sum === undefined) row.money.set(currency, { minor, conversions });
  else {
    sum.minor += minor;
    sum.conversions += conversions;
  }
}

/** In the order of the codes of the currencies. */
export function currencyTotals({ money }: Earning, dictionaries: DictionaryColumns): CurrencyTotal[] {
  return [...(money ?? [])]
    .map(([currency, sum]) => ({ currency: dictionaries.text(currency), ...sum }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

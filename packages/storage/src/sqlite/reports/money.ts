import type { CurrencyTotal } from '../../reports.ts';
import type { Integers } from '../days/column-body.ts';
import type { DictionaryColumns } from './dictionary-columns.ts';
import type { Sale } from './sale-list.ts';

/**
 * Sums of minor units, a currency each, one hung on the other: most have one alone, and a map for each row of a breakdown takes four
 * times the room.
 */
export type SalesByCurrency = {
  readonly currency: number;
  minor: number;
  conversions: number;
  readonly next: SalesByCurrency | null;
};

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
  for (const { currency, ...sum } of eachOf(money)) add(row, currency, sum);
}

/** Minor units of one currency; 0 where there are none. */
export function minorIn({ money }: Earning, currency: number): number {
  return find(money, currency)?.minor ?? 0;
}

function add(
  row: Earning,
  currency: number,
  { minor, conversions }: { minor: number; conversions: number },
): void {
  const sum = find(row.money, currency);
  if (sum === null) row.money = { currency, minor, conversions, next: row.money };
  else {
    sum.minor += minor;
    sum.conversions += conversions;
  }
}

function find(money: SalesByCurrency | null, currency: number): SalesByCurrency | null {
  let sum = money;
  while (sum !== null && sum.currency !== currency) sum = sum.next;
  return sum;
}

function* eachOf(money: SalesByCurrency | null): Iterable<SalesByCurrency> {
  for (let sum = money; sum !== null; sum = sum.next) yield sum;
}

/** In the order of the codes of the currencies. */
export function currencyTotals({ money }: Earning, dictionaries: DictionaryColumns): CurrencyTotal[] {
  return [...eachOf(money)]
    .map(({ currency, minor, conversions }) => ({
      currency: dictionaries.text(currency),
      minor,
      conversions,
    }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

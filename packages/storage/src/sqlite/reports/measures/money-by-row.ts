import type { CurrencyTotal } from '../../../reports.ts';
import type { Integers } from '../../days/column-body.ts';
import { widened } from '../../days/widened.ts';
import type { RollupOfSales } from '../../rollups/rollup-format.ts';
import type { DictionaryColumns } from '../values/dictionary-columns.ts';

/** Of one currency, by the integer of its code. */
type Sum = { readonly currency: number; readonly minor: number; readonly conversions: number };

type RolledMoney = {
  readonly currency: Integers;
  readonly minor: Float64Array;
  readonly moneyConversions: Integers;
};

const NONE = 0;
const FIRST_ROOM = 16;

/**
 * Sums of minor units by row and currency, outside of the heap of JavaScript. Each sum is linked to the one before of its row:
 * most rows have one alone.
 */
export class MoneyByRow {
  /** By row the place of its first sum, from 1. */
  #first = new Uint32Array(FIRST_ROOM);
  /** By place, from 1. */
  #next = new Uint32Array(FIRST_ROOM);
  #currency = new Uint32Array(FIRST_ROOM);
  #conversions = new Uint32Array(FIRST_ROOM);
  #minor = new Float64Array(FIRST_ROOM);
  #last = 0;

  add(row: number, { currency, minor, conversions }: Sum): void {
    const place = this.#placeOf(row, currency);
    this.#minor[place] = (this.#minor[place] as number) + minor;
    this.#conversions[place] = (this.#conversions[place] as number) + conversions;
  }

  /** Adds a sale of a day by its place. */
  addSale(row: number, sold: RollupOfSales, sale: number): void {
    const currency = sold.currency[sale] as number;
    if (currency === 0) return;
    const place = this.#placeOf(row, currency);
    this.#minor[place] = (this.#minor[place] as number) + (sold.amount[sale] as number);
    this.#conversions[place] = (this.#conversions[place] as number) + 1;
  }

  /** Adds what a roll-up has in one currency. */
  addRolled(row: number, rolled: RolledMoney, index: number): void {
    const currency = rolled.currency[index] as number;
    const minor = rolled.minor[index] as number;
    this.add(row, { currency, minor, conversions: rolled.moneyConversions[index] as number });
  }

  /** Adds all that a row of another has. */
  addRow(row: number, other: MoneyByRow, from: number): void {
    for (let place = other.#first[from] ?? NONE; place !== NONE; place = other.#next[place] as number)
      this.add(row, other.#at(place));
  }

  /** Minor units of one currency; 0 where there are none. */
  minorIn(row: number, currency: number): number {
    const place = this.#find(row, currency);
    return place === NONE ? 0 : (this.#minor[place] as number);
  }

  /** In the order of the codes of the currencies. */
  totals(row: number, dictionaries: DictionaryColumns): CurrencyTotal[] {
    return Array.from(this.#of(row), ({ currency, ...sum }) => ({
      currency: dictionaries.text(currency),
      ...sum,
    })).sort((a, b) => (a.currency < b.currency ? -1 : 1));
  }

  /** All sums of the first so many rows, one after the other. */
  columns(rows: number) {
    const count = this.#last;
    const found = {
      moneyRow: new Uint32Array(count),
      currency: new Uint32Array(count),
      minor: new Float64Array(count),
      moneyConversions: new Uint32Array(count),
    };
    let at = 0;
    for (let row = 0; row < rows; row += 1)
      for (const { currency, minor, conversions } of this.#of(row)) {
        found.moneyRow[at] = row;
        found.currency[at] = currency;
        found.minor[at] = minor;
        found.moneyConversions[at] = conversions;
        at += 1;
      }
    return found;
  }

  *#of(row: number): Iterable<Sum> {
    for (let place = this.#first[row] ?? NONE; place !== NONE; place = this.#next[place] as number)
      yield this.#at(place);
  }

  #at(place: number): Sum {
    return {
      currency: this.#currency[place] as number,
      minor: this.#minor[place] as number,
      conversions: this.#conversions[place] as number,
    };
  }

  #placeOf(row: number, currency: number): number {
    return this.#find(row, currency) || this.#begin(row, currency);
  }

  #find(row: number, currency: number): number {
    let place = this.#first[row] ?? NONE;
    while (place !== NONE && this.#currency[place] !== currency) place = this.#next[place] as number;
    return place;
  }

  #begin(row: number, currency: number): number {
    if (row >= this.#first.length) this.#first = widened(this.#first, row + 1);
    this.#last += 1;
    const place = this.#last;
    if (place === this.#next.length) this.#widen(place + 1);
    this.#currency[place] = currency;
    this.#next[place] = this.#first[row] as number;
    this.#first[row] = place;
    return place;
  }

  #widen(least: number): void {
    this.#next = widened(this.#next, least);
    this.#currency = widened(this.#currency, least);
    this.#conversions = widened(this.#conversions, least);
    this.#minor = widened(this.#minor, least);
  }
}

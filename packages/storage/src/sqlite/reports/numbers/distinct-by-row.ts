import { FewRows } from './few-rows.ts';
import type { NumberLists } from './number-lists.ts';
import { type Pairs, PairsByRow } from './pairs-by-row.ts';
import { type Size, SortedNumbers } from './sorted-numbers.ts';

/** Tells how many different numbers each row has: those that were added one by one, and those of lists. */
export class DistinctByRow {
  readonly #pairs = new PairsByRow();
  readonly #lists: NumberLists[] = [];
  #few: FewRows | null = null;
  /** All numbers are below this. */
  readonly #numbers: number;

  constructor(numbers: number) {
    this.#numbers = numbers;
  }

  /** Adds a number, 0 for none, to a row. */
  add(row: number, number: number): void {
    this.#pairs.add(row, number);
  }

  /** Adds copies of many pairs. */
  addAll(pairs: Pairs): void {
    this.#pairs.addAll(pairs);
  }

  /**
   * Adds numbers to the first few rows. `rowsOf`: by place from 1 a bit for each of the rows, of which there are `MOST_FEW_ROWS` at
   * most; `numberOf`: by place the number.
   */
  addToFew(rows: number, rowsOf: Uint8Array, numberOf: Uint32Array): void {
    this.#few ??= new FewRows(this.#numbers);
    this.#few.add(rows, rowsOf, numberOf);
  }

  /** Adds the numbers at the places of lists, which are not to change until all is counted. */
  addLists(lists: NumberLists): void {
    this.#lists.push(lists);
  }

  /** @param size how many rows there are */
  sorted(size: Omit<Size, 'numbers'>): SortedNumbers {
    const given = { pairs: this.#pairs, lists: this.#lists, few: this.#few };
    return new SortedNumbers(given, { ...size, numbers: this.#numbers });
  }
}

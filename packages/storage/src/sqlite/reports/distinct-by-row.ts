import type { NumberLists } from './number-lists.ts';
import { type Pairs, PairsByRow } from './pairs-by-row.ts';
import { type Size, SortedNumbers } from './sorted-numbers.ts';

/** Tells how many different numbers each row has: those that were added one by one, and those of lists. */
export class DistinctByRow {
  readonly #pairs = new PairsByRow();
  readonly #lists: NumberLists[] = [];

  /** Adds a number, 0 for none, to a row. */
  add(row: number, number: number): void {
    this.#pairs.add(row, number);
  }

  /** Adds copies of many pairs. */
  addAll(pairs: Pairs): void {
    this.#pairs.addAll(pairs);
  }

  /** Adds the numbers at the places of lists, which are not to change until all is counted. */
  addLists(lists: NumberLists): void {
    this.#lists.push(lists);
  }

  /** @param size how many rows there are; every number is below `numbers` */
  sorted(size: Size): SortedNumbers {
    return new SortedNumbers(this.#pairs, this.#lists, size);
  }
}

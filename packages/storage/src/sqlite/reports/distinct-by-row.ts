import type { NumberLists } from './number-lists.ts';
import { NumberSet, type RowSet } from './number-set.ts';
import { type Pairs, PairsByRow } from './pairs-by-row.ts';
import { type Size, SortedNumbers } from './sorted-numbers.ts';

/** Tells how many different numbers each row has: those that were added one by one, and those of lists. */
export class DistinctByRow {
  readonly #pairs = new PairsByRow();
  readonly #lists: NumberLists[] = [];
  readonly #sets: RowSet[] = [];
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

  /** Adds pairs of the first few rows, each of which has a set from then on. */
  addToFew(pairs: Pairs, rows: number): void {
    while (this.#sets.length < rows) this.#sets.push({ set: new NumberSet(this.#numbers), count: 0 });
    addToSets(pairs, this.#sets);
  }

  /** Adds the numbers at the places of lists, which are not to change until all is counted. */
  addLists(lists: NumberLists): void {
    this.#lists.push(lists);
  }

  /** @param size how many rows there are */
  sorted(size: Omit<Size, 'numbers'>): SortedNumbers {
    const given = { pairs: this.#pairs, lists: this.#lists, sets: this.#sets };
    return new SortedNumbers(given, { ...size, numbers: this.#numbers });
  }
}

function addToSets({ rows, numbers, count }: Pairs, sets: readonly RowSet[]): void {
  for (let index = 0; index < count; index += 1) {
    const row = sets[rows[index] as number] as RowSet;
    row.count += row.set.add(numbers[index] as number);
  }
}

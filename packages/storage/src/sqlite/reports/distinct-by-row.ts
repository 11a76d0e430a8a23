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

  /**
   * Adds numbers to the first few rows, each of which has a set from then on. `rowsOf`: by place from 1 a bit for each of the rows, of which
   * there are eight at most; `numberOf`: by place the number.
   */
  addToFew(rows: number, rowsOf: Uint8Array, numberOf: Uint32Array): void {
    while (this.#sets.length < rows) this.#sets.push({ set: new NumberSet(this.#numbers), count: 0 });
    for (const [row, own] of this.#sets.entries()) addToSet(own, row, { rowsOf, numberOf });
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

type Marked = { readonly rowsOf: Uint8Array; readonly numberOf: Uint32Array };

/** Without branches: what is of another row is 0, which no set counts. */
function addToSet(own: RowSet, row: number, { rowsOf, numberOf }: Marked): void {
  const { set } = own;
  let added = 0;
  for (let place = 1; place < numberOf.length; place += 1)
    added += set.add((numberOf[place] as number) & -(((rowsOf[place] as number) >>> row) & 1));
  own.count += added;
}

import { type NumberLists, SortedNumbers } from './sorted-numbers.ts';

const FIRST_ROOM = 4096;

/** Tells how many different numbers each row has: those that were added one by one, and those of lists. */
export class DistinctByRow {
  /** Single pairs of a row and a number. */
  #rows = new Uint32Array(FIRST_ROOM);
  #numbers = new Uint32Array(FIRST_ROOM);
  #count = 0;
  readonly #lists: NumberLists[] = [];

  /** Adds a number, 0 for none, to a row. */
  add(row: number, number: number): void {
    if (this.#count === this.#rows.length) this.#widen();
    this.#rows[this.#count] = row;
    this.#numbers[this.#count] = number;
    this.#count += 1;
  }

  /** Adds the numbers at the places of lists, which are not to change until all is counted. */
  addLists(lists: NumberLists): void {
    this.#lists.push(lists);
  }

  /** @param size how many rows there are; every number is below `numbers` */
  sorted(size: { readonly rows: number; readonly numbers: number }): SortedNumbers {
    const [rows, numbers] = [this.#rows, this.#numbers].map((values) => values.subarray(0, this.#count));
    return new SortedNumbers(
      { rows, numbers } as { rows: Uint32Array; numbers: Uint32Array },
      this.#lists,
      size,
    );
  }

  #widen(): void {
    const widened = (values: Uint32Array) => {
      const wider = new Uint32Array(values.length * 2);
      wider.set(values);
      return wider;
    };
    this.#rows = widened(this.#rows);
    this.#numbers = widened(this.#numbers);
  }
}

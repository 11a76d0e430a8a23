import { workingMemory } from '../../working-memory.ts';
import type { NumberSet } from './number-set.ts';

/** As many as a byte has bits. */
export const MOST_FEW_ROWS = 8;

/** The different numbers of a few rows: by number a bit for each row that it is in. 0 is nobody, and in none. */
export class FewRows {
  /** How many rows there are so far. */
  count = 0;
  readonly #rowsOf: Uint8Array;

  /** @param room all numbers are below this */
  constructor(room: number) {
    this.#rowsOf = workingMemory.uint8(Math.max(1, room));
  }

  /** Adds numbers to the first rows. `rowsOf`: by place from 1 a bit for each of the rows; `numberOf`: by place the number. */
  add(rows: number, rowsOf: Uint8Array, numberOf: Uint32Array): void {
    this.count = Math.max(this.count, rows);
    mark(this.#rowsOf, rowsOf, numberOf);
    this.#rowsOf[0] = 0;
  }

  /** How many numbers are in exactly the same rows, by the bits of these. */
  byRows(): Uint32Array {
    const found = new Uint32Array(2 ** MOST_FEW_ROWS);
    countByRows(this.#rowsOf, found);
    found[0] = 0;
    return found;
  }

  /** Visits all of a row, in ascending order. */
  each(row: number, visit: (number: number) => void): void {
    for (let number = 1; number < this.#rowsOf.length; number += 1)
      if ((((this.#rowsOf[number] as number) >>> row) & 1) === 1) visit(number);
  }

  /** Adds all that are in any of some rows, a bit each, to a set; tells how many were not in it. */
  addTo(set: NumberSet, rows: number): number {
    let added = 0;
    for (let number = 1; number < this.#rowsOf.length; number += 1)
      if (((this.#rowsOf[number] as number) & rows) !== 0) added += set.add(number);
    return added;
  }
}

// Without branches: which rows a number is in is as good as random, and a processor that guesses is slowed down by it.

function mark(known: Uint8Array, rowsOf: Uint8Array, numberOf: Uint32Array): void {
  for (let place = 1; place < numberOf.length; place += 1) {
    const number = numberOf[place] as number;
    known[number] = (known[number] as number) | (rowsOf[place] as number);
  }
}

function countByRows(rowsOf: Uint8Array, found: Uint32Array): void {
  for (let number = 0; number < rowsOf.length; number += 1) {
    const rows = rowsOf[number] as number;
    found[rows] = (found[rows] as number) + 1;
  }
}

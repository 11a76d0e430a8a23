import { widened } from '../days/widened.ts';
import { NO_ROW } from './sorted-numbers.ts';
import { SumsByRow } from './sums-by-row.ts';

/** In a table by value: a value that is not asked for. Rows stand there from 1. */
const UNWANTED = 0xffff_ffff;
const FIRST_ROOM = 64;

/** The rows of a breakdown, numbered from 0 as their values are met, outside of the heap of JavaScript. */
export class BreakdownRows {
  count = 0;
  readonly sums = new SumsByRow(FIRST_ROOM);
  #values = new Uint32Array(FIRST_ROOM);
  /** Values are small integers, for which a table is quicker than a map: by value its row, from 1. */
  #rowOf: Uint32Array;
  readonly #hasAll: boolean;

  /** @param wanted the values that are asked for; null for all */
  constructor(wanted: readonly number[] | null = null) {
    this.#hasAll = wanted === null;
    this.#rowOf = new Uint32Array(1024);
    if (wanted === null) return;
    this.#rowOf = new Uint32Array(Math.max(0, ...wanted) + 1).fill(UNWANTED);
    for (const value of wanted) this.#rowOf[value] = 0;
  }

  wants(value: number): boolean {
    return value < this.#rowOf.length ? this.#rowOf[value] !== UNWANTED : this.#hasAll;
  }

  valueAt(row: number): number {
    return this.#values[row] as number;
  }

  /** `NO_ROW` for a value that was not met, or is not asked for. */
  find(value: number): number {
    const known = this.#rowOf[value] ?? 0;
    return known === UNWANTED ? NO_ROW : known - 1;
  }

  /** The next row for a value that is new; `NO_ROW` for one that is not asked for. */
  rowOf(value: number): number {
    if (value >= this.#rowOf.length) {
      if (!this.#hasAll) return NO_ROW;
      this.#rowOf = widened(this.#rowOf, value + 1);
    }
    const known = this.#rowOf[value] as number;
    if (known === UNWANTED) return NO_ROW;
    if (known !== 0) return known - 1;
    const row = this.count;
    this.count += 1;
    if (row === this.#values.length) this.#values = widened(this.#values, row + 1);
    this.sums.makeRoom(this.count);
    this.#values[row] = value;
    this.#rowOf[value] = row + 1;
    return row;
  }
}

import { type Counts, emptyCounts } from './counts.ts';
import { NO_ROW } from './sorted-numbers.ts';

/** In a table by value: a value that is not asked for. Rows stand there from 1. */
const UNWANTED = 0xffff_ffff;

/** The rows of a breakdown, numbered from 0 as their values are met. */
export class BreakdownRows {
  /** By row. */
  readonly values: number[] = [];
  readonly counts: Counts[] = [];
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

  /** `NO_ROW` for a value that is not asked for. */
  rowOf(value: number): number {
    if (value >= this.#rowOf.length) {
      if (!this.#hasAll) return NO_ROW;
      const wider = new Uint32Array(Math.max(this.#rowOf.length * 2, value + 1));
      wider.set(this.#rowOf);
      this.#rowOf = wider;
    }
    const known = this.#rowOf[value] as number;
    if (known === UNWANTED) return NO_ROW;
    if (known !== 0) return known - 1;
    this.counts.push(emptyCounts());
    const row = this.values.push(value);
    this.#rowOf[value] = row;
    return row - 1;
  }

  /** Undefined for a value that is not asked for. */
  of(value: number): Counts | undefined {
    const row = this.rowOf(value);
    return row === NO_ROW ? undefined : this.counts[row];
  }
}

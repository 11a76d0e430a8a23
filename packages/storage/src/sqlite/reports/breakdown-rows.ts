import { type Counts, emptyCounts } from './counts.ts';

/** The rows of a breakdown, numbered from 0 as their values are met. */
export class BreakdownRows {
  /** By row. */
  readonly values: number[] = [];
  readonly counts: Counts[] = [];
  /** Values are small integers, for which a table is quicker than a map: by value its row, from 1. */
  #rowOf = new Uint32Array(1024);

  rowOf(value: number): number {
    if (value >= this.#rowOf.length) {
      const wider = new Uint32Array(Math.max(this.#rowOf.length * 2, value + 1));
      wider.set(this.#rowOf);
      this.#rowOf = wider;
    }
    const known = this.#rowOf[value] as number;
    if (known !== 0) return known - 1;
    this.counts.push(emptyCounts());
    const row = this.values.push(value);
    this.#rowOf[value] = row;
    return row - 1;
  }

  of(value: number): Counts {
    return this.counts[this.rowOf(value)] as Counts;
  }
}

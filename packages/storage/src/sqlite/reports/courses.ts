import { bucketOf } from './bucket-of.ts';
import type { DimensionValues } from './dimension-values.ts';
import type { DistinctByRow } from './distinct-by-row.ts';
import { NO_ROW } from './sorted-numbers.ts';

/** The rows of a table that are wanted, bucket by bucket: a sum each, those of one row after those of another. */
export class Courses {
  readonly values: DimensionValues;
  readonly sums: Float64Array;
  readonly #edges: readonly number[];
  readonly #rows: number;
  /** By value the place of the first bucket of its row, and 1 more; 0 for a value that is not wanted. */
  readonly #placeOf: Uint32Array;

  constructor(values: DimensionValues, wanted: readonly number[], edges: readonly number[]) {
    const buckets = edges.length - 1;
    this.values = values;
    this.#edges = edges;
    this.#rows = wanted.length;
    this.sums = new Float64Array(wanted.length * buckets);
    this.#placeOf = new Uint32Array(Math.max(0, ...wanted) + 1);
    for (const [row, value] of wanted.entries()) this.#placeOf[value] = row * buckets + 1;
  }

  /** The place in `sums` of the first bucket of a value's row; `NO_ROW` where that is not wanted. */
  placeOf(value: number): number {
    return value < this.#placeOf.length ? (this.#placeOf[value] as number) - 1 : NO_ROW;
  }

  addAt(value: number, at: number, amount: number): void {
    const place = this.placeOf(value);
    if (place !== NO_ROW) this.add(place + bucketOf(this.#edges, at), amount);
  }

  /** Does nothing for `NO_ROW`. */
  add(place: number, amount: number): void {
    if (place !== NO_ROW) this.sums[place] = (this.sums[place] as number) + amount;
  }

  /** Adds to each sum how many different numbers there are of its place. @param room every number is below it */
  addDistinct(numbers: DistinctByRow, room: number): void {
    const sorted = numbers.sorted({ rows: this.sums.length, numbers: room });
    for (let place = 0; place < this.sums.length; place += 1) this.add(place, sorted.count(place));
  }

  /** By row, the sum of each bucket. */
  told(): number[][] {
    const buckets = this.#edges.length - 1;
    return Array.from({ length: this.#rows }, (_, row) =>
      Array.from(this.sums.subarray(row * buckets, (row + 1) * buckets)),
    );
  }
}

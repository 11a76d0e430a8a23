import { NO_ROW } from '../numbers/number-lists.ts';
import type { AnyDimension } from '../report-run.ts';
import type { DimensionValues } from '../values/dimension-values.ts';
import type { WordsOfEntries } from '../values/words-of-entries.ts';

/** Of an entry whose row was not looked for yet. */
const UNKNOWN = -2;

/** The trends of the rows of a dimension. */
export type TrendsOf = { readonly dimension: AnyDimension; readonly trends: RowTrends };

/** The rows of a table that are wanted, with a sum for each bucket. */
export class RowTrends {
  readonly values: DimensionValues;
  readonly rows: number;
  readonly #buckets: number;
  /** Those of one row after those of another. */
  readonly #sums: Float64Array;
  /** By value its row, from 1; 0 for a value that is not wanted. */
  readonly #rowOf: Uint32Array;
  /** The same by entry of the dictionary that tells the values, each looked for once. */
  #rowOfEntry = new Int16Array(0);

  constructor(values: DimensionValues, wanted: readonly number[], buckets: number) {
    this.values = values;
    this.rows = wanted.length;
    this.#buckets = buckets;
    this.#sums = new Float64Array(wanted.length * buckets);
    this.#rowOf = new Uint32Array(Math.max(0, ...wanted) + 1);
    for (const [row, value] of wanted.entries()) this.#rowOf[value] = row + 1;
  }

  /** `NO_ROW` for a value that is not wanted. */
  rowOf(value: number): number {
    return value < this.#rowOf.length ? (this.#rowOf[value] as number) - 1 : NO_ROW;
  }

  /** The same by an entry of the dictionary that tells the values, whose words these are. */
  rowOfEntry(entry: number, words: WordsOfEntries): number {
    const known = this.#rowOfEntry[entry];
    return known === undefined || known === UNKNOWN ? this.#find(entry, words.of(entry)) : known;
  }

  /** Does nothing for `NO_ROW`. */
  add(row: number, bucket: number, amount: number): void {
    if (row === NO_ROW) return;
    const place = row * this.#buckets + bucket;
    this.#sums[place] = (this.#sums[place] as number) + amount;
  }

  /** By row, the sum of each bucket. */
  told(): number[][] {
    const buckets = this.#buckets;
    return Array.from({ length: this.rows }, (_, row) =>
      Array.from(this.#sums.subarray(row * buckets, (row + 1) * buckets)),
    );
  }

  #find(entry: number, value: number): number {
    if (entry >= this.#rowOfEntry.length) {
      const wider = new Int16Array(Math.max(1024, entry + 1, this.#rowOfEntry.length * 2)).fill(UNKNOWN);
      wider.set(this.#rowOfEntry);
      this.#rowOfEntry = wider;
    }
    const row = this.rowOf(value);
    this.#rowOfEntry[entry] = row;
    return row;
  }
}

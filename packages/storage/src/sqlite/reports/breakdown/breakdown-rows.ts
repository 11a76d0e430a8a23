import { DistinctNumbers } from '../../days/distinct-numbers.ts';
import { NO_PLACE } from '../../days/place-table.ts';
import { widened } from '../../days/widened.ts';
import { SumsByRow } from '../measures/sums-by-row.ts';
import { NO_ROW } from '../numbers/number-lists.ts';

/** In a table by value, where rows stand from 1: a value that was not met, and one that is asked for, but was not met. */
const UNKNOWN = 0;
const WANTED = 0xffff_ffff;
const FIRST_ROOM = 64;
/** A table by value grows by room for so many values with each look-up that finds nothing. */
const ROOM_A_LOOK = 64;

type Indexed = { readonly index: Uint32Array; readonly row: Int32Array; readonly count: number };

/**
 * The rows of a breakdown, numbered from 0 as their values are met, outside of the heap of JavaScript. Values are integers that all
 * projects share. A table by value is the quickest way to the row; but a project of few events would pay for one as long as the
 * values of all others, so that the first values that lie beyond it are hashed.
 */
export class BreakdownRows {
  count = 0;
  readonly sums = new SumsByRow(FIRST_ROOM);
  #values = new Uint32Array(FIRST_ROOM);
  #rowOf = new Uint32Array(1024);
  /** Values beyond the table, each at the place where `#hashedRows` has its row. */
  readonly #hashed = new DistinctNumbers();
  #hashedRows = new Uint32Array(FIRST_ROOM);
  #looks = 0;
  /** Whether each value has a row. */
  readonly hasAll: boolean;

  /** @param wanted the values that are asked for; null for all */
  constructor(wanted: readonly number[] | null = null) {
    this.hasAll = wanted === null;
    if (wanted === null) return;
    this.#rowOf = new Uint32Array(Math.max(0, ...wanted) + 1);
    for (const value of wanted) this.#rowOf[value] = WANTED;
  }

  wants(value: number): boolean {
    return this.hasAll || (this.#rowOf[value] ?? UNKNOWN) !== UNKNOWN;
  }

  /** By row. */
  get values(): Uint32Array<ArrayBuffer> {
    return this.#values.subarray(0, this.count);
  }

  valueAt(row: number): number {
    return this.#values[row] as number;
  }

  /** `NO_ROW` for a value that was not met, or is not asked for. */
  find(value: number): number {
    if (value >= this.#rowOf.length) return this.#findHashed(value);
    const known = this.#rowOf[value] as number;
    return known === UNKNOWN || known === WANTED ? NO_ROW : known - 1;
  }

  /** The next row for a value that is new; `NO_ROW` for one that is not asked for. */
  rowOf(value: number): number {
    if (value >= this.#rowOf.length) {
      if (!this.hasAll) return NO_ROW;
      this.#looks += 1;
      if (value >= this.#looks * ROOM_A_LOOK) return this.#rowOfHashed(value);
      this.#widenTable(value + 1);
    }
    const known = this.#rowOf[value] as number;
    if (known === UNKNOWN && !this.hasAll) return NO_ROW;
    if (known !== UNKNOWN && known !== WANTED) return known - 1;
    const row = this.#begin(value);
    this.#rowOf[value] = row + 1;
    return row;
  }

  /**
   * The rows of many values: of each of the first `count` in `index`, by where `values` has the value. In a loop of its
   * own, where what the table has needs no call.
   */
  putRows(values: Int32Array, { index, row, count }: Indexed): void {
    let table = this.#rowOf;
    for (let place = 0; place < count; place += 1) {
      const value = values[index[place] as number] as number;
      const known = value < table.length ? (table[value] as number) : UNKNOWN;
      if (known !== UNKNOWN && known !== WANTED) {
        row[place] = known - 1;
      } else {
        row[place] = this.rowOf(value);
        table = this.#rowOf;
      }
    }
  }

  #begin(value: number): number {
    const row = this.count;
    this.count += 1;
    if (row === this.#values.length) this.#values = widened(this.#values, row + 1);
    this.sums.makeRoom(this.count);
    this.#values[row] = value;
    return row;
  }

  #findHashed(value: number): number {
    const place = this.#hashed.find(value);
    return place === NO_PLACE ? NO_ROW : (this.#hashedRows[place] as number);
  }

  #rowOfHashed(value: number): number {
    const known = this.#findHashed(value);
    if (known !== NO_ROW) return known;
    const place = this.#hashed.placeOf(value);
    if (place === this.#hashedRows.length) this.#hashedRows = widened(this.#hashedRows, place + 1);
    const row = this.#begin(value);
    this.#hashedRows[place] = row;
    return row;
  }

  /** Rows that were hashed and lie in the table from now on stand in both: there they are looked for no more. */
  #widenTable(least: number): void {
    this.#rowOf = widened(this.#rowOf, least);
    for (let place = 0; place < this.#hashed.length; place += 1) {
      const row = this.#hashedRows[place] as number;
      const value = this.#values[row] as number;
      if (value < this.#rowOf.length) this.#rowOf[value] = row + 1;
    }
  }
}

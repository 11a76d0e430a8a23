import type { Integers } from '../days/column-body.ts';
import { NumberSet } from './number-set.ts';

/** Lists of places one after the other: the row of each list, how many places it has, and by place a number. */
type Lists = {
  readonly rows: Integers;
  readonly counts: Integers;
  readonly places: Integers;
  readonly numbers: Uint32Array;
};
/** How many rows there are; every number is below `numbers`. */
type Size = { readonly rows: number; readonly numbers: number };
type RowRange = { readonly from: number; readonly to: number; readonly size: number };

const FIRST_ROOM = 4096;
/** What sorting takes in memory stays small. */
const AT_ONCE = 2_000_000;

/**
 * Tells how many different numbers each row has, and how many there are in all. The numbers are sorted by row for that, some rows
 * at a time, and then one set does for all of them: a set of pairs takes several times as long.
 */
export class DistinctByRow {
  /** Single pairs of a row and a number. */
  #rows = new Uint32Array(FIRST_ROOM);
  #numbers = new Uint32Array(FIRST_ROOM);
  #count = 0;
  readonly #lists: Lists[] = [];
  readonly #atOnce: number;

  /** @param atOnce how many numbers are sorted at a time, about */
  constructor(atOnce = AT_ONCE) {
    this.#atOnce = atOnce;
  }

  /** Adds a number, 0 for none, to a row. */
  add(row: number, number: number): void {
    if (this.#count === this.#rows.length) this.#widen();
    this.#rows[this.#count] = row;
    this.#numbers[this.#count] = number;
    this.#count += 1;
  }

  /** Adds the numbers at the places of lists, which are not to change until all is counted. */
  addLists(lists: Lists): void {
    this.#lists.push(lists);
  }

  count(size: Size): { ofRow: Uint32Array; ofAll: number } {
    const ofRow = new Uint32Array(size.rows);
    const seen = new NumberSet(size.numbers);
    const seenInAll = new NumberSet(size.numbers);
    let ofAll = 0;
    const sizes = this.#sizes(size.rows);
    for (const range of rangesOf(sizes, this.#atOnce)) {
      const { ends, sorted } = this.#sort(range, sizes);
      let start = 0;
      for (const [index, end] of ends.entries()) {
        const own = sorted.subarray(start, end);
        ofRow[range.from + index] = seen.addAll(own);
        seen.clear(own);
        ofAll += seenInAll.addAll(own);
        start = end;
      }
    }
    return { ofRow, ofAll };
  }

  /** By row, how many numbers it has, some of them alike. */
  #sizes(rows: number): Uint32Array {
    const sizes = new Uint32Array(rows);
    for (let index = 0; index < this.#count; index += 1) {
      const row = this.#rows[index] as number;
      sizes[row] = (sizes[row] as number) + 1;
    }
    for (const { rows: own, counts } of this.#lists)
      for (let index = 0; index < own.length; index += 1) {
        const row = own[index] as number;
        sizes[row] = (sizes[row] as number) + (counts[index] as number);
      }
    return sizes;
  }

  /** The numbers of some rows, row by row: where those of each end. */
  #sort(range: RowRange, sizes: Uint32Array): { ends: Uint32Array; sorted: Uint32Array } {
    const { from, to, size } = range;
    const next = new Uint32Array(to - from);
    for (let row = from + 1; row < to; row += 1)
      next[row - from] = (next[row - from - 1] as number) + (sizes[row - 1] as number);
    const sorted = new Uint32Array(size);
    for (const lists of this.#lists) placeLists(lists, range, { next, sorted });
    for (let index = 0; index < this.#count; index += 1) {
      const row = this.#rows[index] as number;
      if (row < from || row >= to) continue;
      const place = next[row - from] as number;
      sorted[place] = this.#numbers[index] as number;
      next[row - from] = place + 1;
    }
    return { ends: next, sorted };
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

/** Neighbouring rows, as many at a time as come to few enough numbers. */
function* rangesOf(sizes: Uint32Array, atOnce: number): Iterable<RowRange> {
  let from = 0;
  let size = 0;
  for (const [row, own] of sizes.entries()) {
    if (size > 0 && size + own > atOnce) {
      yield { from, to: row, size };
      from = row;
      size = 0;
    }
    size += own;
  }
  yield { from, to: sizes.length, size };
}

type Sorting = { readonly next: Uint32Array; readonly sorted: Uint32Array };

function placeLists(
  { rows, counts, places, numbers }: Lists,
  { from, to }: RowRange,
  { next, sorted }: Sorting,
) {
  let start = 0;
  for (let list = 0; list < rows.length; list += 1) {
    const row = rows[list] as number;
    const end = start + (counts[list] as number);
    if (row >= from && row < to) {
      let place = next[row - from] as number;
      for (let index = start; index < end; index += 1) {
        sorted[place] = numbers[places[index] as number] as number;
        place += 1;
      }
      next[row - from] = place;
    }
    start = end;
  }
}

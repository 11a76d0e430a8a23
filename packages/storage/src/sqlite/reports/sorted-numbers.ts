import type { Integers } from '../days/column-body.ts';
import { type Added, type NumberList, NumberSet } from './number-set.ts';
import type { PairsByRow } from './pairs-by-row.ts';

/** Of a row that nobody asked for; no row has so many. */
const UNCOUNTED = 0xffff_ffff;

/** So many numbers of a row are not copied to one place before they are counted. */
const MANY = 16_384;

/** What is of no row. */
export const NO_ROW = -1;

/** Lists of places one after the other: the row of each list, how many places it has, and by place a number. */
export type NumberLists = {
  readonly rows: Int32Array;
  readonly counts: Integers;
  readonly places: Integers;
  readonly numbers: Uint32Array;
};

/** Numbers from one place of a list to another. */
type Range = { readonly numbers: Uint32Array; readonly from: number; readonly to: number };
type Size = { readonly rows: number; readonly numbers: number };

/**
 * Numbers of rows, row by row, so that one set does for all of them: a set of pairs takes several times as long. Lists stay where
 * they are, and only it is known which are of a row.
 */
export class SortedNumbers {
  /** By row, how many numbers it has, some of them alike. */
  readonly #sizes: Uint32Array;
  readonly #pairs: { readonly starts: Uint32Array; readonly numbers: Uint32Array };
  readonly #lists: ListsByRow;
  readonly #seen: NumberSet;
  /** By row, how many different numbers it has; `UNCOUNTED` as long as nobody asked. */
  readonly #counts: Uint32Array;
  /** All numbers are below this. */
  readonly #room: number;
  /** Room for the numbers of a row. */
  #scratch = new Uint32Array(0);

  constructor(pairs: PairsByRow, lists: readonly NumberLists[], size: Size) {
    this.#sizes = new Uint32Array(size.rows);
    this.#pairs = sortPairs(pairs, this.#sizes);
    this.#lists = new ListsByRow(lists, this.#sizes);
    this.#room = size.numbers;
    this.#seen = new NumberSet(size.numbers);
    this.#counts = new Uint32Array(size.rows).fill(UNCOUNTED);
  }

  /** A row has no more different numbers than this. */
  atMost(row: number): number {
    return this.#sizes[row] as number;
  }

  /** How many different numbers a row has. */
  count(row: number): number {
    const known = this.#counts[row] as number;
    if (known !== UNCOUNTED) return known;
    const { numbers, from, to } = this.#numbersOf(row);
    const count = this.#seen.addRange(numbers, from, to);
    this.#seen.clearRange(numbers, from, to);
    this.#counts[row] = count;
    return count;
  }

  /** How many different numbers all rows have between them. Counts each row by the way. */
  countAll(): number {
    const all = new NumberSet(this.#room);
    let count = 0;
    for (let row = 0; row < this.#sizes.length; row += 1) {
      const { here, there } = this.#addTo(all, row);
      this.#counts[row] = here;
      count += there;
    }
    return count;
  }

  /** How many different numbers a row has, and how many of them were not yet among all. */
  #addTo(all: NumberSet, row: number): Added {
    const seen = this.#seen;
    if ((this.#sizes[row] as number) < MANY) {
      const { numbers, from, to } = this.#numbersOf(row);
      const added = seen.addRangeToBoth(all, numbers, { from, to });
      seen.clearRange(numbers, from, to);
      return added;
    }
    const { starts, numbers } = this.#pairs;
    const range = { from: starts[row] as number, to: starts[row + 1] as number };
    let { here, there } = seen.addRangeToBoth(all, numbers, range);
    this.#lists.each(row, (list) => {
      const added = seen.addListToBoth(all, list);
      here += added.here;
      there += added.there;
    });
    seen.clear();
    return { here, there };
  }

  /** Where the numbers of a row stand; the next call may put others there. */
  #numbersOf(row: number): Range {
    const size = this.#sizes[row] as number;
    const { starts, numbers } = this.#pairs;
    const [from, to] = [starts[row] as number, starts[row + 1] as number];
    if (to - from === size) return { numbers, from, to };
    if (this.#scratch.length < size) this.#scratch = new Uint32Array(2 * size);
    const scratch = this.#scratch;
    for (let index = from; index < to; index += 1) scratch[index - from] = numbers[index] as number;
    this.#lists.copy(row, scratch, to - from);
    return { numbers: scratch, from: 0, to: size };
  }
}

/** Which lists are of a row, of those that each is among. */
class ListsByRow {
  readonly #lists: readonly NumberLists[];
  readonly #starts: Uint32Array;
  /** Row by row: which of the lists it is one of, and where it begins and ends there. */
  readonly #owner: Uint32Array;
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;

  /** @param sizes of the rows, to which those of the lists are added */
  constructor(lists: readonly NumberLists[], sizes: Uint32Array) {
    this.#lists = lists;
    const found = new Uint32Array(sizes.length);
    for (const { rows } of lists) countRows(rows, rows.length, found);
    this.#starts = startsOf(found);
    const next = this.#starts.slice();
    const count = this.#starts.at(-1) as number;
    [this.#owner, this.#from, this.#to] = [
      new Uint32Array(count),
      new Uint32Array(count),
      new Uint32Array(count),
    ];
    for (const [owner, { rows, counts }] of lists.entries()) {
      let to = 0;
      for (let list = 0; list < rows.length; list += 1) {
        const row = rows[list] as number;
        const from = to;
        to += counts[list] as number;
        if (row === NO_ROW) continue;
        const place = next[row] as number;
        next[row] = place + 1;
        this.#owner[place] = owner;
        this.#from[place] = from;
        this.#to[place] = to;
        sizes[row] = (sizes[row] as number) + to - from;
      }
    }
  }

  each(row: number, visit: (list: NumberList) => void): void {
    const last = this.#starts[row + 1] as number;
    for (let place = this.#starts[row] as number; place < last; place += 1) {
      const { places, numbers } = this.#lists[this.#owner[place] as number] as NumberLists;
      visit({ places, numbers, from: this.#from[place] as number, to: this.#to[place] as number });
    }
  }

  /** Copies the numbers of a row to where others end. */
  copy(row: number, to: Uint32Array, end: number): void {
    let at = end;
    const last = this.#starts[row + 1] as number;
    for (let place = this.#starts[row] as number; place < last; place += 1) {
      const { places, numbers } = this.#lists[this.#owner[place] as number] as NumberLists;
      const until = this.#to[place] as number;
      for (let index = this.#from[place] as number; index < until; index += 1, at += 1)
        to[at] = numbers[places[index] as number] as number;
    }
  }
}

/** @param sizes of the rows, to which the pairs are added */
function sortPairs(pairs: PairsByRow, sizes: Uint32Array) {
  pairs.eachBlock(({ rows, count }) => countRows(rows, count, sizes));
  const starts = startsOf(sizes);
  const next = starts.slice();
  const sorted = new Uint32Array(starts.at(-1) as number);
  pairs.eachBlock(({ rows, numbers, count }) => {
    for (let index = 0; index < count; index += 1) {
      const row = rows[index] as number;
      const place = next[row] as number;
      sorted[place] = numbers[index] as number;
      next[row] = place + 1;
    }
  });
  return { starts, numbers: sorted };
}

function countRows(rows: Uint32Array | Int32Array, length: number, counts: Uint32Array): void {
  for (let index = 0; index < length; index += 1) {
    const row = rows[index] as number;
    if (row !== NO_ROW) counts[row] = (counts[row] as number) + 1;
  }
}

/** Where the numbers of each row begin, and where those of the last end. */
function startsOf(counts: Uint32Array): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  for (let row = 0; row < counts.length; row += 1)
    starts[row + 1] = (starts[row] as number) + (counts[row] as number);
  return starts;
}

import type { Integers } from '../days/column-body.ts';
import { workingMemory } from '../working-memory.ts';
import type { NumberList } from './number-set.ts';

/** What is of no row. */
export const NO_ROW = -1;

/** Lists of places one after the other: the row of each list, how many places it has, and by place a number. */
export type NumberLists = {
  readonly rows: Int32Array;
  readonly counts: Integers;
  readonly places: Integers;
  readonly numbers: Uint32Array;
};

/** The rows from one to another, without that. */
export type Rows = { readonly first: number; readonly end: number };

/** Adds to the sizes of rows those of lists. */
export function addSizes(lists: readonly NumberLists[], sizes: Uint32Array): void {
  for (const { rows, counts } of lists) addCounts(rows, counts, sizes);
}

function addCounts(rows: Int32Array, counts: Integers, sizes: Uint32Array): void {
  for (let list = 0; list < rows.length; list += 1) {
    const row = rows[list] as number;
    if (row !== NO_ROW) sizes[row] = (sizes[row] as number) + (counts[list] as number);
  }
}

/**
 * Copies the numbers of rows to where others of each end, which moves. Lists that stand together come one after the other, so
 * that what tells their numbers by place stays near the processor: row by row it would be fetched again for each. A loop of its
 * own, since most lists are short: by `eachListOf` an eighth more of the time.
 */
export function copyRows(
  { first, end }: Rows,
  lists: readonly NumberLists[],
  { to, ends }: { readonly to: Uint32Array; readonly ends: Uint32Array },
): void {
  for (const { rows, counts, places, numbers } of lists) {
    let index = 0;
    for (let list = 0; list < rows.length; list += 1) {
      const row = rows[list] as number;
      const until = index + (counts[list] as number);
      if (row < first || row >= end) {
        index = until;
        continue;
      }
      let at = ends[row - first] as number;
      for (; index < until; index += 1, at += 1) to[at] = numbers[places[index] as number] as number;
      ends[row - first] = at;
    }
  }
}

/** Visits those that are lists of a row. */
export function eachListOf(
  row: number,
  { rows, counts, places, numbers }: NumberLists,
  visit: (list: NumberList) => void,
): void {
  let from = 0;
  for (let list = 0; list < rows.length; list += 1) {
    const to = from + (counts[list] as number);
    if (rows[list] === row) visit({ places, numbers, from, to });
    from = to;
  }
}

/** Which lists are of a row, of those that each is among. */
export class ListsByRow {
  readonly #lists: readonly NumberLists[];
  readonly #starts: Uint32Array;
  /** Row by row: which of the lists it is one of, and where it begins and ends there. */
  readonly #owner: Uint32Array;
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;

  constructor(lists: readonly NumberLists[], rowCount: number) {
    this.#lists = lists;
    const found = workingMemory.uint32(rowCount);
    for (const { rows } of lists) countRows(rows, rows.length, found);
    this.#starts = startsOf(found);
    const next = workingMemory.copyOf(this.#starts);
    const count = this.#starts.at(-1) as number;
    [this.#owner, this.#from, this.#to] = [
      workingMemory.uint32(count),
      workingMemory.uint32(count),
      workingMemory.uint32(count),
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
      }
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

/** Counts how often each row is named. */
export function countRows(rows: Uint32Array | Int32Array, length: number, counts: Uint32Array): void {
  for (let index = 0; index < length; index += 1) {
    const row = rows[index] as number;
    if (row !== NO_ROW) counts[row] = (counts[row] as number) + 1;
  }
}

/** Where the numbers of each row begin, and where those of the last end. */
export function startsOf(counts: Uint32Array): Uint32Array {
  const starts = workingMemory.uint32(counts.length + 1);
  for (let row = 0; row < counts.length; row += 1)
    starts[row + 1] = (starts[row] as number) + (counts[row] as number);
  return starts;
}

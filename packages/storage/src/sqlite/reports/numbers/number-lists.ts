import type { Integers } from '../../days/column-body.ts';
import { workingMemory } from '../../working-memory.ts';
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

/** Where the next number of each row goes, `NOWHERE` for a row whose numbers are not wanted. */
export type Ends = { readonly to: Uint32Array; readonly ends: Int32Array };
export const NOWHERE = -1;

/**
 * Copies the numbers of some rows to where others of each end, which moves. Lists that stand together come one after the other, so
 * that what tells their numbers by place stays near the processor: row by row it would be fetched again for each. A loop of its
 * own, since most lists are short: by `eachListOf` an eighth more of the time.
 */
export function copyRows(lists: readonly NumberLists[], { to, ends }: Ends): void {
  for (const { rows, counts, places, numbers } of lists) {
    let index = 0;
    for (let list = 0; list < rows.length; list += 1) {
      const row = rows[list] as number;
      const until = index + (counts[list] as number);
      let at = row === NO_ROW ? NOWHERE : (ends[row] as number);
      if (at === NOWHERE) {
        index = until;
        continue;
      }
      for (; index < until; index += 1, at += 1) to[at] = numbers[places[index] as number] as number;
      ends[row] = at;
    }
  }
}

/** Marks the places of all lists that are of a row. */
export function markPlaces({ rows, counts, places }: NumberLists, marks: Uint8Array): void {
  let index = 0;
  for (let list = 0; list < rows.length; list += 1) {
    const until = index + (counts[list] as number);
    if (rows[list] === NO_ROW) index = until;
    for (; index < until; index += 1) marks[places[index] as number] = 1;
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

import { workingMemory } from '../working-memory.ts';
import { type FewRows, MOST_FEW_ROWS } from './few-rows.ts';
import {
  addSizes,
  copyRows,
  countRows,
  eachListOf,
  ListsByRow,
  type NumberLists,
  type Rows,
  startsOf,
} from './number-lists.ts';
import { NumberSet } from './number-set.ts';
import type { Pairs, PairsByRow } from './pairs-by-row.ts';

/** Of a row that nobody asked for; no row has so many. */
const UNCOUNTED = 0xffff_ffff;

/** Numbers from one place of a list to another. */
type Range = { readonly numbers: Uint32Array; readonly from: number; readonly to: number };
type Given = {
  readonly pairs: PairsByRow;
  readonly lists: readonly NumberLists[];
  readonly few: FewRows | null;
};
/** By row, how many numbers it has of lists, and of pairs. */
type Sizes = { readonly pairs: PairsByRow; readonly sizes: Uint32Array; readonly ofPairs: Uint32Array };
/** Numbers of the first rows, a bit for each of these that has no others, and how many are in any of those. */
type Few = { readonly numbers: FewRows; readonly rows: number; readonly count: number };
type Limits = { readonly atOnce: number; readonly long: number };
export type Size = { readonly rows: number; readonly numbers: number; readonly limits?: Limits };

/**
 * At most so many numbers are copied to one place before they are counted, of as many rows as they are of. A row whose lists
 * are as long as that, or longer, has them counted where they are: one number after the other is near enough.
 */
const LIMITS: Limits = { atOnce: 2_097_152, long: 4096 };

/**
 * Numbers of rows, row by row, so that one set does for all of them: a set of pairs takes several times as long. Lists stay where
 * they are, and only it is known which are of a row.
 */
export class SortedNumbers {
  /** By row, how many numbers it has, some of them alike. */
  readonly #sizes: Uint32Array;
  readonly #pairs: { readonly starts: Uint32Array; readonly numbers: Uint32Array };
  readonly #lists: readonly NumberLists[];
  readonly #few: Few | null;
  #byRow: ListsByRow | null = null;
  readonly #seen: NumberSet;
  /** By row, how many different numbers it has; `UNCOUNTED` as long as nobody asked. */
  readonly #counts: Uint32Array;
  /** All numbers are below this. */
  readonly #room: number;
  readonly #limits: Limits;
  /** Room for the numbers of a row. */
  #scratch = workingMemory.uint32(0);

  constructor({ pairs, lists, few }: Given, size: Size) {
    const sizes = workingMemory.uint32(size.rows);
    addSizes(lists, sizes);
    const ofPairs = workingMemory.uint32(size.rows);
    for (const { rows, count } of pairs.blocks) countRows(rows, count, ofPairs);
    this.#counts = workingMemory.uint32(size.rows).fill(UNCOUNTED);
    this.#few = few && this.#takeFew(few, { pairs, sizes, ofPairs });
    for (let row = 0; row < sizes.length; row += 1)
      sizes[row] = (sizes[row] as number) + (ofPairs[row] as number);
    this.#sizes = sizes;
    this.#pairs = sortPairs(pairs, ofPairs);
    this.#lists = lists;
    this.#room = size.numbers;
    this.#limits = size.limits ?? LIMITS;
    this.#seen = new NumberSet(size.numbers);
    for (let row = 0; row < sizes.length; row += 1)
      if (this.#isOfFew(row)) sizes[row] = this.#counts[row] as number;
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
    const few = this.#few;
    if (few !== null && this.#pairs.numbers.length + this.#lists.length === 0) return few.count;
    const all = new NumberSet(this.#room);
    let count = few === null ? 0 : few.numbers.addTo(all, few.rows);
    for (let row = 0; row < this.#sizes.length; ) {
      if (this.#isOfFew(row)) {
        row += 1;
        continue;
      }
      const end = this.#endOfRowsAtOnce(row);
      count += end === row + 1 ? this.#addRow(all, row) : this.#addRows(all, { first: row, end });
      row = end;
    }
    return count;
  }

  #isOfFew(row: number): boolean {
    return this.#few !== null && row < MOST_FEW_ROWS && ((this.#few.rows >>> row) & 1) === 1;
  }

  /** Counts the rows that have no other numbers; those of the others are numbers of a row like any. */
  #takeFew(numbers: FewRows, { pairs, sizes, ofPairs }: Sizes): Few {
    const byRows = numbers.byRows();
    let rows = 0;
    for (let row = 0; row < numbers.count; row += 1) {
      const count = countOf(byRows, 1 << row);
      if (sizes[row] === 0 && ofPairs[row] === 0) {
        rows |= 1 << row;
        this.#counts[row] = count;
      } else {
        numbers.each(row, (number) => pairs.add(row, number));
        ofPairs[row] = (ofPairs[row] as number) + count;
      }
    }
    return { numbers, rows, count: countOf(byRows, rows) };
  }

  /** Of those from a row on, where those end whose numbers are counted together: behind one at least. */
  #endOfRowsAtOnce(first: number): number {
    const { atOnce, long } = this.#limits;
    const most = Math.min(atOnce, long * this.#lists.length);
    let end = first;
    for (let numbers = 0; end < this.#sizes.length && !this.#isOfFew(end); end += 1) {
      const size = this.#sizes[end] as number;
      numbers += size;
      if (numbers > atOnce || size > most) break;
    }
    return Math.max(end, first + 1);
  }

  /** How many numbers of some rows were not yet among all. */
  #addRows(all: NumberSet, { first, end }: Rows): number {
    const seen = this.#seen;
    const { numbers, starts } = this.#numbersOfRows({ first, end });
    let count = 0;
    for (let row = first; row < end; row += 1) {
      const [from, to] = [starts[row - first] as number, starts[row - first + 1] as number];
      const { here, there } = seen.addRangeToBoth(all, numbers, { from, to });
      seen.clearRange(numbers, from, to);
      this.#counts[row] = here;
      count += there;
    }
    return count;
  }

  /** The same of one row, whose numbers stay where they are. */
  #addRow(all: NumberSet, row: number): number {
    const seen = this.#seen;
    const { starts, numbers } = this.#pairs;
    const range = { from: starts[row] as number, to: starts[row + 1] as number };
    let { here, there } = seen.addRangeToBoth(all, numbers, range);
    for (const lists of this.#lists)
      eachListOf(row, lists, (list) => {
        const added = seen.addListToBoth(all, list);
        here += added.here;
        there += added.there;
      });
    if (this.#lists.length === 0) seen.clearRange(numbers, range.from, range.to);
    else seen.clear();
    this.#counts[row] = here;
    return there;
  }

  /** The numbers of some rows, row by row, and where those of each begin; the next call may put others there. */
  #numbersOfRows({ first, end }: Rows): { readonly numbers: Uint32Array; readonly starts: Uint32Array } {
    const starts = startsOf(this.#sizes.subarray(first, end));
    const size = starts.at(-1) as number;
    // For all rows that are to come as well: what is too small for them would be of no use any more, and not given back.
    if (this.#scratch.length < size) this.#scratch = workingMemory.uint32(Math.max(size, this.#mostAtOnce()));
    const { starts: from, numbers } = this.#pairs;
    const after = workingMemory.copyOf(starts, end - first);
    for (let row = first; row < end; row += 1) {
      const [begin, stop] = [from[row] as number, from[row + 1] as number];
      this.#scratch.set(numbers.subarray(begin, stop), after[row - first]);
      after[row - first] = (after[row - first] as number) + stop - begin;
    }
    copyRows({ first, end }, this.#lists, { to: this.#scratch, ends: after });
    return { numbers: this.#scratch, starts };
  }

  #mostAtOnce(): number {
    const all = this.#sizes.reduce((sum, size) => sum + size, 0);
    return Math.min(all, this.#limits.atOnce);
  }

  /** Where the numbers of a row stand; the next call may put others there. */
  #numbersOf(row: number): Range {
    const size = this.#sizes[row] as number;
    const { starts, numbers } = this.#pairs;
    const [from, to] = [starts[row] as number, starts[row + 1] as number];
    if (to - from === size) return { numbers, from, to };
    if (this.#scratch.length < size) this.#scratch = workingMemory.uint32(2 * size);
    const scratch = this.#scratch;
    for (let index = from; index < to; index += 1) scratch[index - from] = numbers[index] as number;
    this.#byRow ??= new ListsByRow(this.#lists, this.#sizes.length);
    this.#byRow.copy(row, scratch, to - from);
    return { numbers: scratch, from: 0, to: size };
  }
}

/** How many numbers are in any of some rows, a bit each. */
function countOf(byRows: Uint32Array, rows: number): number {
  let count = 0;
  for (const [own, numbers] of byRows.entries()) if ((own & rows) !== 0) count += numbers;
  return count;
}

/** @param sizes by row, how many pairs it has */
function sortPairs(pairs: PairsByRow, sizes: Uint32Array) {
  const starts = startsOf(sizes);
  const next = workingMemory.copyOf(starts);
  const sorted = workingMemory.uint32(starts.at(-1) as number);
  for (const block of pairs.blocks) putPairs(block, sorted, next);
  return { starts, numbers: sorted };
}

/** @param next where the next number of each row goes, which moves */
function putPairs({ rows, numbers, count }: Pairs, sorted: Uint32Array, next: Uint32Array): void {
  for (let index = 0; index < count; index += 1) {
    const row = rows[index] as number;
    const place = next[row] as number;
    sorted[place] = numbers[index] as number;
    next[row] = place + 1;
  }
}

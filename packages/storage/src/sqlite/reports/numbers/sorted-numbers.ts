import { workingMemory } from '../../working-memory.ts';
import { type FewRows, MOST_FEW_ROWS } from './few-rows.ts';
import {
  addSizes,
  copyRows,
  countRows,
  eachListOf,
  markPlaces,
  NOWHERE,
  type NumberLists,
} from './number-lists.ts';
import { type Added, type NumberList, NumberSet } from './number-set.ts';
import { type PairsByRow, type SortedPairs, sortPairs } from './pairs-by-row.ts';
import { Scratch } from './scratch.ts';

/** Of a row that nobody asked for; no row has so many. */
const UNCOUNTED = 0xffff_ffff;

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
/** From a place in a list to another, without that. */
type Places = { readonly first: number; readonly end: number };
export type Size = { readonly rows: number; readonly numbers: number; readonly limits?: Limits };

/**
 * At most so many numbers are copied to one place before they are counted, of as many rows as they are of. A row whose lists
 * are as long as that, or longer, has them counted where they are: one number after the other is near enough.
 */
const LIMITS: Limits = { atOnce: 2_097_152, long: 4096 };

/** All numbers are counted by day where there are so many times more rows than are told, whose lists name places so many times. */
const MANY_ROWS = 4;
const OFTEN = 2;

/**
 * Numbers of rows, row by row, so that one set does for all of them: a set of pairs takes several times as long. Lists stay where
 * they are, and only it is known which are of a row.
 */
export class SortedNumbers {
  /** By row, how many numbers it has, some of them alike. */
  readonly #sizes: Uint32Array;
  readonly #pairs: SortedPairs;
  readonly #lists: readonly NumberLists[];
  readonly #few: Few | null;
  readonly #seen: NumberSet;
  /** By row, how many different numbers it has; `UNCOUNTED` as long as nobody asked. */
  readonly #counts: Uint32Array;
  /** All numbers are below this. */
  readonly #room: number;
  readonly #limits: Limits;
  /** Room for the numbers of rows that are counted together. */
  #scratch = workingMemory.uint32(0);
  /** By row, where its next number goes while it is one of those. */
  readonly #ends: Int32Array;
  /** Where the numbers of rows that are counted go as well, to count those of all. */
  #all: NumberSet | null = null;
  #ofAll = 0;

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
    this.#ends = workingMemory.int32(size.rows).fill(NOWHERE);
    for (let row = 0; row < sizes.length; row += 1)
      if (this.#isOfFew(row)) sizes[row] = this.#counts[row] as number;
  }

  /** A row has no more different numbers than this. */
  atMost(row: number): number {
    return this.#sizes[row] as number;
  }

  /** How many different numbers a row has. Who asks for several has them counted together before, by `countRows`. */
  count(row: number): number {
    if (this.#counts[row] === UNCOUNTED) this.countRows([row]);
    return this.#counts[row] as number;
  }

  /** Counts the different numbers of some rows. */
  countRows(rows: ArrayLike<number>): void {
    if (rows.length > 1) this.#makeRoom(rows);
    for (let first = 0; first < rows.length; ) {
      const end = this.#endOfRowsAtOnce(rows, first);
      if (end === first + 1) this.#countRow(rows[first] as number);
      else this.#countTogether(rows, { first, end });
      first = end;
    }
  }

  countEveryRow(): void {
    const rows = workingMemory.uint32(this.#sizes.length);
    for (let row = 0; row < rows.length; row += 1) rows[row] = row;
    this.countRows(rows);
  }

  /** How many different numbers all rows have between them. `told`: of how many rows those of each will be asked for. */
  countAll(told: number): number {
    const few = this.#few;
    if (few !== null && this.#pairs.numbers.length + this.#lists.length === 0) return few.count;
    const all = new NumberSet(this.#room);
    const count = few === null ? 0 : few.numbers.addTo(all, few.rows);
    return count + (this.#paysByDay(told) ? this.#addByDay(all) : this.#addByRow(all));
  }

  /** Whether it takes less to count all without counting each row: a day names its places several times, and few rows are told. */
  #paysByDay(told: number): boolean {
    if (this.#sizes.length < MANY_ROWS * told) return false;
    const [named, places] = [
      sumOf(this.#lists, ({ places }) => places),
      sumOf(this.#lists, ({ numbers }) => numbers),
    ];
    return named >= OFTEN * places;
  }

  /** Adds all numbers, and tells how many were not there yet. */
  #addByDay(all: NumberSet): number {
    const { numbers } = this.#pairs;
    let count = all.addRange(numbers, 0, numbers.length);
    const ofDay = new Scratch();
    for (const lists of this.#lists) {
      const marks = ofDay.bytes(lists.numbers.length);
      markPlaces(lists, marks);
      count += all.addMarked(lists.numbers, marks);
    }
    return count;
  }

  /** The same, and counts each row by the way. */
  #addByRow(all: NumberSet): number {
    for (let row = 0; row < this.#counts.length; row += 1)
      if (!this.#isOfFew(row)) this.#counts[row] = UNCOUNTED;
    [this.#all, this.#ofAll] = [all, 0];
    this.countEveryRow();
    this.#all = null;
    return this.#ofAll;
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

  /** Of rows from a place on, where those end that are counted together: behind one at least. */
  #endOfRowsAtOnce(rows: ArrayLike<number>, first: number): number {
    const { atOnce, long } = this.#limits;
    const most = Math.min(atOnce, long * this.#lists.length);
    let end = first;
    for (let numbers = 0; end < rows.length; end += 1) {
      const size = this.#sizes[rows[end] as number] as number;
      numbers += size;
      if (numbers > atOnce || size > most) break;
    }
    return Math.max(end, first + 1);
  }

  #countTogether(rows: ArrayLike<number>, { first, end }: Places): void {
    const [ends, sizes, numbers] = [this.#ends, this.#sizes, this.#scratch];
    for (let place = first, start = 0; place < end; place += 1) {
      const row = rows[place] as number;
      if (this.#counts[row] !== UNCOUNTED || ends[row] !== NOWHERE) continue;
      const pairs = this.#pairsOf(row);
      numbers.set(pairs, start);
      ends[row] = start + pairs.length;
      start += sizes[row] as number;
    }
    copyRows(this.#lists, { to: numbers, ends });
    for (let place = first; place < end; place += 1) {
      const row = rows[place] as number;
      const to = ends[row] as number;
      if (to === NOWHERE) continue;
      this.#counts[row] = this.#countRange(numbers, to - (sizes[row] as number), to);
      ends[row] = NOWHERE;
    }
  }

  #countRange(numbers: Uint32Array, from: number, to: number): number {
    const count = this.#addRange(numbers, { from, to });
    this.#seen.clearRange(numbers, from, to);
    return count;
  }

  /** The numbers of one row stay where they are. */
  #countRow(row: number): void {
    if (this.#counts[row] !== UNCOUNTED) return;
    const pairs = this.#pairsOf(row);
    this.#counts[row] =
      this.#lists.length === 0 ? this.#countRange(pairs, 0, pairs.length) : this.#countLists(row, pairs);
  }

  #countLists(row: number, pairs: Uint32Array): number {
    let count = this.#addRange(pairs, { from: 0, to: pairs.length });
    for (const lists of this.#lists)
      eachListOf(row, lists, (list) => {
        count += this.#addList(list);
      });
    this.#seen.clear();
    return count;
  }

  /** How many were not seen yet. */
  #addRange(numbers: Uint32Array, { from, to }: Pick<NumberList, 'from' | 'to'>): number {
    if (this.#all === null) return this.#seen.addRange(numbers, from, to);
    return this.#addedToBoth(this.#seen.addRangeToBoth(this.#all, numbers, { from, to }));
  }

  #addList(list: NumberList): number {
    if (this.#all === null) return this.#seen.addList(list);
    return this.#addedToBoth(this.#seen.addListToBoth(this.#all, list));
  }

  #addedToBoth({ here, there }: Added): number {
    this.#ofAll += there;
    return here;
  }

  #pairsOf(row: number): Uint32Array {
    const { starts, numbers } = this.#pairs;
    return numbers.subarray(starts[row], starts[row + 1]);
  }

  /** For all of those rows: room that is too small for the next of them would be of no use any more, and not given back. */
  #makeRoom(rows: ArrayLike<number>): void {
    let numbers = 0;
    for (let place = 0; place < rows.length; place += 1)
      numbers += this.#sizes[rows[place] as number] as number;
    const wanted = Math.min(numbers, this.#limits.atOnce);
    if (this.#scratch.length < wanted) this.#scratch = workingMemory.uint32(wanted);
  }
}

function sumOf(
  lists: readonly NumberLists[],
  partOf: (lists: NumberLists) => { readonly length: number },
): number {
  return lists.reduce((sum, each) => sum + partOf(each).length, 0);
}

/** How many numbers are in any of some rows, a bit each. */
function countOf(byRows: Uint32Array, rows: number): number {
  let count = 0;
  for (const [own, numbers] of byRows.entries()) if ((own & rows) !== 0) count += numbers;
  return count;
}

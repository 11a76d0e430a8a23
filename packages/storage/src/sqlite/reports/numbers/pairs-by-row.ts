import { workingMemory } from '../../working-memory.ts';
import { startsOf } from './number-lists.ts';

/** Some of the pairs: those before `count`. */
export type Pairs = { readonly rows: Uint32Array; readonly numbers: Uint32Array; count: number };

/** Few pairs need little room, and many are never copied to where there is more. */
const FIRST_ROOM = 4096;
const MOST_ROOM = 65_536;

/** Pairs of a row and a number. */
export class PairsByRow {
  readonly #blocks: Pairs[] = [];
  #last: Pairs = roomFor(0);

  add(row: number, number: number): void {
    if (this.#last.count === this.#last.rows.length) {
      this.#last = roomFor(Math.min(Math.max(FIRST_ROOM, 2 * this.#last.count), MOST_ROOM));
      this.#blocks.push(this.#last);
    }
    const block = this.#last;
    block.rows[block.count] = row;
    block.numbers[block.count] = number;
    block.count += 1;
  }

  /** Adds copies of them. */
  addAll({ rows, numbers, count }: Pairs): void {
    this.#blocks.push({
      rows: workingMemory.copyOf(rows, count),
      numbers: workingMemory.copyOf(numbers, count),
      count,
    });
  }

  /** All, some in each. */
  get blocks(): readonly Pairs[] {
    return this.#blocks;
  }
}

/** Room for so many pairs. */
export function roomFor(pairs: number): Pairs {
  return { rows: workingMemory.uint32(pairs), numbers: workingMemory.uint32(pairs), count: 0 };
}

/** The numbers of pairs, row by row: where those of each row begin, and where those of the last end. */
export type SortedPairs = { readonly starts: Uint32Array; readonly numbers: Uint32Array };

/** @param sizes by row, how many pairs it has */
export function sortPairs(pairs: PairsByRow, sizes: Uint32Array): SortedPairs {
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

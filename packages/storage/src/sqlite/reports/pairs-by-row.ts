import { workingMemory } from '../working-memory.ts';

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

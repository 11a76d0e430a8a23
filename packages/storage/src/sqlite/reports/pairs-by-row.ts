/** Some of the pairs: those before `count`. */
export type Block = { readonly rows: Uint32Array; readonly numbers: Uint32Array; count: number };

/** Few pairs need little room, and many are never copied to where there is more. */
const FIRST_ROOM = 4096;
const MOST_ROOM = 65_536;

/** Pairs of a row and a number, in the order in which they were added. */
export class PairsByRow {
  readonly #blocks: Block[] = [];
  #last: Block = this.#begin(FIRST_ROOM);

  add(row: number, number: number): void {
    if (this.#last.count === this.#last.rows.length)
      this.#last = this.#begin(Math.min(2 * this.#last.count, MOST_ROOM));
    const block = this.#last;
    block.rows[block.count] = row;
    block.numbers[block.count] = number;
    block.count += 1;
  }

  /** A block with room for so many more, for who adds them by itself: `count` says where. */
  blockFor(pairs: number): Block {
    const { rows, count } = this.#last;
    if (rows.length - count < pairs) this.#last = this.#begin(Math.max(2 * pairs, MOST_ROOM));
    return this.#last;
  }

  eachBlock(visit: (block: Block) => void): void {
    for (const block of this.#blocks) visit(block);
  }

  #begin(room: number): Block {
    const block = { rows: new Uint32Array(room), numbers: new Uint32Array(room), count: 0 };
    this.#blocks.push(block);
    return block;
  }
}

/** The largest line that is read: an event of the largest request has room in it many times over. */
export const MAX_LINE_BYTES = 4 * 1_048_576;

/** A line by its number in the input, from 1; null where it is longer than lines may be. */
export type Line = { readonly number: number; readonly bytes: Uint8Array | null };

const NEWLINE = 0x0a;

/** The lines of an input, those of each piece together: to wait for every line would take longer than to read it. */
export async function* linesOf(input: AsyncIterable<Uint8Array | string>): AsyncGenerator<Line[]> {
  const splitter = new LineSplitter();
  for await (const piece of input) yield [...splitter.add(Buffer.from(piece))];
  yield [...splitter.end()];
}

/** Cuts pieces of bytes into lines, and holds no more of an unfinished one than a line may have. */
class LineSplitter {
  #number = 0;
  #rest: Uint8Array[] = [];
  #size = 0;

  *add(piece: Uint8Array): Iterable<Line> {
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
      this.#hold(piece.subarray(start, end));
      yield this.#take();
      start = end + 1;
    }
    if (start < piece.length) this.#hold(piece.subarray(start));
  }

  /** The last line, where no newline ends it. */
  *end(): Iterable<Line> {
    if (this.#size > 0) yield this.#take();
  }

  #hold(part: Uint8Array): void {
    this.#size += part.length;
    if (this.#size > MAX_LINE_BYTES) this.#rest = [];
    else this.#rest.push(part);
  }

  #take(): Line {
    this.#number += 1;
    const isTooLong = this.#size > MAX_LINE_BYTES;
    const bytes = this.#rest.length === 1 ? (this.#rest[0] as Uint8Array) : Buffer.concat(this.#rest);
    this.#rest = [];
    this.#size = 0;
    return { number: this.#number, bytes: isTooLong ? null : bytes };
  }
}

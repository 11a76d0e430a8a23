/** Of most blocks. What is larger has one to itself. */
const BLOCK_BYTES = 2 ** 21;
/** What is smaller costs least in the heap. */
const LEAST_BYTES = 512;
/** Of the widest number. */
const WORD_BYTES = 8;

/** `used`, `dirty`: in words, what is given of it, and what was given of it since it was made. */
type Block = { readonly words: Float64Array; used: number; dirty: number };
type KindOf<Numbers> = {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): Numbers;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): Numbers;
};
type Place = { readonly buffer: ArrayBufferLike; readonly byteOffset: number };

/** Of those that are for more than one question. */
const keptBytesOf = (blocks: readonly Block[]) =>
  blocks.reduce((sum, { words }) => sum + (words.buffer instanceof ArrayBuffer ? 0 : words.byteLength), 0);
const leftOf = ({ words, used }: Block) => words.length - used;

/**
 * Room for arrays that a question works with: all of it is given anew to the next one, so that nobody may keep such an array for longer.
 * Arrays of their own would be garbage outside of the heap, for each 15 MB of which V8 collects all that is in the heap. The room lies in
 * shared buffers, since those alone are not counted as garbage to come. What is beyond that to be kept does not: its memory can be given
 * back at once, where a shared buffer's would wait for the next collection. While no question is at work, arrays are of their own.
 */
class WorkingMemory {
  #blocks: Block[] = [];
  #filling: Block | null = null;
  #questions = 0;
  /** How much of the room may stay for the next question. */
  #keptBytes = 0;

  /** Does the work of a question. What is given meanwhile is taken back at its end, and kept as far as `keptBytes` go. */
  during<Result>(keptBytes: number, work: () => Result): Result {
    this.#keptBytes = keptBytes;
    this.#questions += 1;
    try {
      return work();
    } finally {
      this.#questions -= 1;
      if (this.#questions === 0) this.#takeBack();
    }
  }

  // Arrays whose numbers are all 0.

  uint8(length: number): Uint8Array {
    return this.#arrayOf(Uint8Array, length);
  }

  uint32(length: number): Uint32Array {
    return this.#arrayOf(Uint32Array, length);
  }

  int32(length: number): Int32Array {
    return this.#arrayOf(Int32Array, length);
  }

  float64(length: number): Float64Array {
    return this.#arrayOf(Float64Array, length);
  }

  /** The same numbers once more. */
  copyOf(numbers: Uint32Array, length = numbers.length): Uint32Array {
    const copy = this.uint32(length);
    copy.set(length === numbers.length ? numbers : numbers.subarray(0, length));
    return copy;
  }

  #arrayOf<Numbers>(Kind: KindOf<Numbers>, length: number): Numbers {
    const place = this.#placeFor(length * Kind.BYTES_PER_ELEMENT);
    return place === null ? new Kind(length) : new Kind(place.buffer, place.byteOffset, length);
  }

  /** Null for what is to have an array of its own. */
  #placeFor(bytes: number): Place | null {
    if (this.#questions === 0 || bytes < LEAST_BYTES) return null;
    const words = Math.ceil(bytes / WORD_BYTES);
    const block = this.#blockFor(words);
    const from = block.used;
    block.used += words;
    if (from < block.dirty) block.words.fill(0, from, Math.min(block.used, block.dirty));
    block.dirty = Math.max(block.dirty, block.used);
    return { buffer: block.words.buffer, byteOffset: from * WORD_BYTES };
  }

  #blockFor(words: number): Block {
    const filling = this.#filling;
    if (filling !== null && leftOf(filling) >= words) return filling;
    const isFree = ({ used, words: own }: Block) => used === 0 && own.length >= words;
    let found = this.#blocks.find(isFree);
    if (found === undefined) {
      const bytes = Math.ceil((words * WORD_BYTES) / BLOCK_BYTES) * BLOCK_BYTES;
      const isKept = keptBytesOf(this.#blocks) + bytes <= this.#keptBytes;
      const buffer = isKept ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
      found = { words: new Float64Array(buffer), used: 0, dirty: 0 };
      this.#blocks.push(found);
      this.#blocks.sort((one, other) => one.words.length - other.words.length);
    }
    if (filling === null || leftOf(filling) < leftOf(found) - words) this.#filling = found;
    return found;
  }

  #takeBack(): void {
    const blocks = this.#blocks;
    this.#blocks = [];
    for (const block of blocks) {
      const { buffer, byteLength } = block.words;
      block.used = 0;
      if (buffer instanceof ArrayBuffer) buffer.transfer(0);
      else if (keptBytesOf(this.#blocks) + byteLength <= this.#keptBytes) this.#blocks.push(block);
    }
    this.#filling = null;
  }
}

/** Of the thread, which answers one question at a time. */
export const workingMemory = new WorkingMemory();

/** What is beyond the room that is kept comes in buffers of so many bytes, or of as many as an array needs. */
const BLOCK_BYTES = 2 ** 21;
/** What is smaller costs least in the heap. */
const LEAST_BYTES = 512;
/** Of the widest number. */
const WORD_BYTES = 8;
/** More of it would have to be found in one piece. */
const MOST_KEPT_BYTES = 2 ** 30;

/** `used`, `dirty`: in words from its beginning, what is given of it, and what was given of it since it was made. */
type Room = { readonly words: Float64Array; used: number; dirty: number };
type KindOf<Numbers> = {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): Numbers;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): Numbers;
};
type Place = { readonly buffer: ArrayBufferLike; readonly byteOffset: number };

const roomIn = (buffer: ArrayBufferLike): Room => ({ words: new Float64Array(buffer), used: 0, dirty: 0 });
const leftOf = ({ words, used }: Room) => words.length - used;

/**
 * Room for arrays that a question works with: all of it is given anew to the next one, so that nobody may keep such an
 * array for longer. What is kept of it lies in one shared buffer, since those alone V8 does not count as garbage to come.
 * What is beyond it comes in buffers that are not shared, whose memory can be given back at once. While no question is
 * at work, arrays are of their own. Decisions 0156, 0160 and 0161 say why.
 */
class WorkingMemory {
  #kept = roomIn(new SharedArrayBuffer(0));
  #beyond: Room[] = [];
  #questions = 0;

  /** Does the work of a question. What is given meanwhile is taken back at its end, and kept as far as `keptBytes` go. */
  during<Result>(keptBytes: number, work: () => Result): Result {
    if (this.#questions === 0) this.#keep(keptBytes);
    this.#questions += 1;
    try {
      return work();
    } finally {
      this.#questions -= 1;
      if (this.#questions === 0) this.#takeBack();
    }
  }

  #keep(bytes: number): void {
    const length = Math.floor(Math.min(bytes, MOST_KEPT_BYTES) / WORD_BYTES) * WORD_BYTES;
    if (this.#kept.words.byteLength !== length) this.#kept = roomIn(new SharedArrayBuffer(length));
  }

  // Arrays whose numbers are all 0.

  uint8(length: number): Uint8Array {
    return this.#arrayOf(Uint8Array, length);
  }

  uint16(length: number): Uint16Array {
    return this.#arrayOf(Uint16Array, length);
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

  /**
   * Room for so many bytes, all of them 0, where any array can look at them. Where the room that is kept is full it has
   * a buffer of its own, which is garbage as soon as nobody needs it: a question may ask for any number of those, one
   * after the other.
   */
  room(bytes: number): Place {
    const hasKept = leftOf(this.#kept) * WORD_BYTES >= bytes;
    return (hasKept ? this.#placeFor(bytes) : null) ?? { buffer: new ArrayBuffer(bytes), byteOffset: 0 };
  }

  /** The same numbers once more, as far as `length` has room for them; beyond them it is 0. */
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
    const room = leftOf(this.#kept) >= words ? this.#kept : this.#roomBeyond(words);
    const from = room.used;
    room.used += words;
    if (from < room.dirty) room.words.fill(0, from, Math.min(room.used, room.dirty));
    room.dirty = Math.max(room.dirty, room.used);
    return { buffer: room.words.buffer, byteOffset: from * WORD_BYTES };
  }

  #roomBeyond(words: number): Room {
    const found = this.#beyond.find((room) => leftOf(room) >= words);
    if (found !== undefined) return found;
    const bytes = Math.ceil((words * WORD_BYTES) / BLOCK_BYTES) * BLOCK_BYTES;
    const room = roomIn(new ArrayBuffer(bytes));
    this.#beyond.push(room);
    return room;
  }

  #takeBack(): void {
    this.#kept.used = 0;
    for (const { words } of this.#beyond) (words.buffer as ArrayBuffer).transfer(0);
    this.#beyond = [];
  }
}

/** Of the thread, which answers one question at a time. */
export const workingMemory = new WorkingMemory();

/** What is longer has memory of its own. */
const MOST_BYTES = 2 ** 23;

/** Room for bytes on their way from a file to where they stay: each call gives the same room anew. */
export class PassingRoom {
  #bytes = new Uint8Array(0);

  /** Null where so many are too many. */
  of(length: number): Uint8Array<ArrayBuffer> | null {
    if (length > MOST_BYTES) return null;
    if (this.#bytes.byteLength < length) this.#bytes = new Uint8Array(Math.min(2 * length, MOST_BYTES));
    return this.#bytes.subarray(0, length);
  }

  holds({ buffer }: ArrayBufferView): boolean {
    return buffer === this.#bytes.buffer;
  }
}

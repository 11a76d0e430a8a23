/** So much may lie there until the next collection: twice what a nursery of the thread has. */
const MOST_BYTES = 2 ** 22;

/**
 * What the driver reads is a buffer outside of the heap for each value. Once it was decompressed it is garbage, which
 * V8 counts as if it were to stay: it would mark all that is in the heap, again and again, while a collection of what
 * is young frees it.
 */
export class ReadGarbage {
  #bytes = 0;

  /** To be told of each buffer that was read. Collects where much was, in a process with `--expose-gc`. */
  note(buffer: Uint8Array | undefined): void {
    this.#bytes += buffer?.byteLength ?? 0;
    if (this.#bytes < MOST_BYTES) return;
    this.#bytes = 0;
    globalThis.gc?.({ type: 'minor' });
  }
}

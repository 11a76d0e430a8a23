/**
 * Stops what a thread is at, from outside of it. The owner of the thread keeps one and hands over its `buffer`; the
 * thread makes one of that buffer, and calls `check` between the steps of its work.
 */
export class Interruption {
  readonly buffer: SharedArrayBuffer;
  readonly #flag: Int32Array;

  constructor(buffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.buffer = buffer;
    this.#flag = new Int32Array(buffer);
  }

  /** What is at work ends at its next `check`. */
  interrupt(): void {
    Atomics.store(this.#flag, 0, 1);
  }

  /** Work that begins from now on is not concerned by an earlier `interrupt`. */
  clear(): void {
    Atomics.store(this.#flag, 0, 0);
  }

  /** @throws Interrupted once nobody waits for the work any more. */
  check(): void {
    if (Atomics.load(this.#flag, 0) !== 0) throw new Interrupted();
  }
}

class Interrupted extends Error {
  override readonly name = 'Interrupted';
  constructor() {
    super('Interrupted: nobody waits for this any more');
  }
}

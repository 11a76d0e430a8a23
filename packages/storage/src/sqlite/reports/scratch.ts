/** Room for what is needed of one day after the other, each time anew. */
export class Scratch {
  #room = new Int32Array(0);

  /** Numbers that are all the same at first. The next call overwrites them; there may be more room than asked for. */
  filled(length: number, value: number): Int32Array {
    if (this.#room.length < length) this.#room = new Int32Array(length);
    return this.#room.fill(value, 0, length);
  }

  /** Bytes that are all 0 at first, in the same room. */
  bytes(length: number): Uint8Array {
    if (this.#room.byteLength < length) this.#room = new Int32Array(Math.ceil(length / 4));
    return new Uint8Array(this.#room.buffer, 0, length).fill(0);
  }
}

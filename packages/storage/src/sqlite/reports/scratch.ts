/** Room for what is needed of one day after the other, each time anew. */
export class Scratch {
  #room = new Int32Array(0);

  /** Numbers that are all the same at first. The next call overwrites them; there may be more room than asked for. */
  filled(length: number, value: number): Int32Array {
    if (this.#room.length < length) this.#room = new Int32Array(length);
    return this.#room.fill(value, 0, length);
  }
}

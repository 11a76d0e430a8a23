const FIRST_ROOM = 256;

/** Durations in milliseconds, of which the middle one is wanted. */
export class Pauses {
  #values = new Float64Array(FIRST_ROOM);
  #count = 0;

  add(pause: number): void {
    if (this.#count === this.#values.length) {
      const wider = new Float64Array(this.#count * 2);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[this.#count] = pause;
    this.#count += 1;
  }

  /** Null where there is none. */
  median(): number | null {
    if (this.#count === 0) return null;
    const sorted = this.#values.slice(0, this.#count).sort();
    const middle = sorted.length >> 1;
    const high = sorted[middle] as number;
    return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] as number) + high) / 2;
  }
}

/**
 * A map that holds at most so many of the most recent entries. Two generations, of which the older is dropped whole:
 * a list of who was used last costs more to keep than the look-ups that it would save.
 */
export class RecentMap<Key, Value extends {}> {
  readonly #generation: number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  constructor(max: number) {
    this.#generation = Math.ceil(max / 2);
  }

  get(key: Key): Value | undefined {
    const recent = this.#young.get(key);
    if (recent !== undefined) return recent;
    const known = this.#old.get(key);
    if (known !== undefined) this.set(key, known);
    return known;
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#generation && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}

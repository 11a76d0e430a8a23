type Entry<Value> = { readonly value: Value; readonly bytes: number; usedIn: number };

/**
 * Keeps what was taken apart, as far as there is room, and the longest unused goes first. But nothing goes that the question at work
 * has used itself: one that reads more than there is room for would otherwise find none of it the next time.
 */
export class UnpackedCache<Value> {
  #room = 0;
  /** The longest unused first. */
  readonly #entries = new Map<number | string, Entry<Value>>();
  #bytes = 0;
  #question = 0;

  /** To be called when a question begins. `room`: how many bytes may be kept from now on. */
  begin(room: number): void {
    this.#question += 1;
    this.#room = room;
    this.#makeRoom(0);
  }

  get(key: number | string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.usedIn !== this.#question) {
      entry.usedIn = this.#question;
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry.value;
  }

  /** Keeps a value, in place of a former one, where there is room for it, or can be made. */
  keep(key: number | string, value: Value, bytes: number): void {
    this.#drop(key);
    this.#makeRoom(bytes);
    if (this.#bytes + bytes > this.#room) return;
    this.#entries.set(key, { value, bytes, usedIn: this.#question });
    this.#bytes += bytes;
  }

  #makeRoom(bytes: number): void {
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes + bytes <= this.#room || entry.usedIn === this.#question) return;
      this.#drop(oldest);
    }
  }

  #drop(key: number | string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}

export const NO_PLACE = -1;

const LEAST_SLOTS = 64;
/** So many slots there are for each place, at least: fewer would lie too close. */
const SLOTS_A_PLACE = 2;

/** Knows what stands at a place. */
export type Placed = {
  /** Of the thing at a place, an integer of 32 bits whose lowest bits vary. */
  hashAt(place: number): number;
};

/**
 * Finds the place of a thing by its hash. What stands at a place is known to the owner alone: here are only the places, as
 * numbers outside of the heap of JavaScript, where a map of as many entries takes ten times the room.
 */
export class PlaceTable {
  readonly #owner: Placed;
  /** Places from 1; 0 is none. As many as a power of two. */
  #slots = new Uint32Array(LEAST_SLOTS);
  #count = 0;

  constructor(owner: Placed) {
    this.#owner = owner;
  }

  /**
   * `NO_PLACE` where none of those that share a hash is the one. Not for where a look must be cheap: what is made to be called here
   * is made for each look.
   */
  find(hash: number, isAt: (place: number) => boolean): number {
    for (let probe = hash; ; probe += 1) {
      const place = this.probe(probe);
      if (place === NO_PLACE || isAt(place)) return place;
    }
  }

  /** A place whose hash may be the same as that which is asked for first, and is then counted up; `NO_PLACE` behind the last. */
  probe(hash: number): number {
    return (this.#slots[hash & (this.#slots.length - 1)] as number) - 1;
  }

  /** Adds a place that is not there. */
  add(place: number, hash: number): void {
    this.#count += 1;
    if (this.#count * SLOTS_A_PLACE > this.#slots.length) this.#widen();
    this.#put(place + 1, hash);
  }

  get byteLength(): number {
    return this.#slots.byteLength;
  }

  #put(entry: number, hash: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = entry;
  }

  #widen(): void {
    const entries = this.#slots;
    this.#slots = new Uint32Array(entries.length * 2);
    for (let slot = 0; slot < entries.length; slot += 1) {
      const entry = entries[slot] as number;
      if (entry !== 0) this.#put(entry, this.#owner.hashAt(entry - 1));
    }
  }
}

/** Of two integers of 32 bits. */
export function hashOfNumbers(one: number, other: number): number {
  const mixed = Math.imul(one, 0x9e37_79b1) ^ Math.imul(other, 0x85eb_ca6b);
  return mixed ^ (mixed >>> 15);
}

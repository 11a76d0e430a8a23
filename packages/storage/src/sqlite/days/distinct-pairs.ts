import { hashOfNumbers, NO_PLACE, type Placed, PlaceTable } from './place-table.ts';
import { widened } from './widened.ts';

const FIRST_ROOM = 64;

/** Different pairs of integers of 32 bits, outside of the heap of JavaScript. */
export class DistinctPairs implements Placed {
  length = 0;
  #ones = new Uint32Array(FIRST_ROOM);
  #others = new Uint32Array(FIRST_ROOM);
  readonly #table = new PlaceTable(this);

  /** Of the pairs, in the order in which they were added. */
  get ones(): Uint32Array<ArrayBuffer> {
    return this.#ones.slice(0, this.length);
  }
  get others(): Uint32Array<ArrayBuffer> {
    return this.#others.slice(0, this.length);
  }

  has(one: number, other: number): boolean {
    for (let hash = hashOfNumbers(one, other); ; hash += 1) {
      const place = this.#table.probe(hash);
      if (place === NO_PLACE) return false;
      if (this.#ones[place] === one && this.#others[place] === other) return true;
    }
  }

  hashAt(place: number): number {
    return hashOfNumbers(this.#ones[place] as number, this.#others[place] as number);
  }

  /** False for a pair that is there already. */
  add(one: number, other: number): boolean {
    if (this.has(one, other)) return false;
    const place = this.length;
    if (place === this.#ones.length) {
      this.#ones = widened(this.#ones, place + 1);
      this.#others = widened(this.#others, place + 1);
    }
    this.#ones[place] = one;
    this.#others[place] = other;
    this.#table.add(place, hashOfNumbers(one, other));
    this.length += 1;
    return true;
  }
}

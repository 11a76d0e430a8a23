import { hashOfNumbers, NO_PLACE, type Placed, PlaceTable } from './place-table.ts';

const FIRST_ROOM = 64;

/** Different integers of 32 bits, each with the place, from 0, that it first had. They lie outside of the heap of JavaScript. */
export class DistinctNumbers implements Placed {
  length = 0;
  #numbers = new Uint32Array(FIRST_ROOM);
  readonly #table = new PlaceTable(this);

  /** All, by place. */
  get numbers(): Uint32Array<ArrayBuffer> {
    return this.#numbers.slice(0, this.length);
  }

  has(number: number): boolean {
    return this.find(number) !== NO_PLACE;
  }

  /** Its place; `NO_PLACE` for one that was never added. */
  find(number: number): number {
    for (let hash = hashOfNumbers(number, 0); ; hash += 1) {
      const place = this.#table.probe(hash);
      if (place === NO_PLACE || this.#numbers[place] === number) return place;
    }
  }

  /** Its place, the next one where it is new. */
  placeOf(number: number): number {
    const known = this.find(number);
    if (known !== NO_PLACE) return known;
    if (this.length === this.#numbers.length) this.#widen();
    this.#numbers[this.length] = number;
    this.#table.add(this.length, hashOfNumbers(number, 0));
    this.length += 1;
    return this.length - 1;
  }

  hashAt(place: number): number {
    return hashOfNumbers(this.#numbers[place] as number, 0);
  }

  #widen(): void {
    const wider = new Uint32Array(this.#numbers.length * 2);
    wider.set(this.#numbers);
    this.#numbers = wider;
  }
}

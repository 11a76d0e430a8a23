import type { Integers } from '../days/column-body.ts';

/** Places of a list, and by place a number: those from one place of the list to another. */
export type NumberList = {
  readonly numbers: Uint32Array;
  readonly places: Integers;
  readonly from: number;
  readonly to: number;
};

/** A set of integers, a bit each, so that one of a million persons stays near the processor. 0 is nobody, and never new. */
export class NumberSet {
  readonly #bits: Uint32Array;

  /** @param room all numbers are below this */
  constructor(room: number) {
    this.#bits = new Uint32Array((room >>> 5) + 1);
    this.#bits[0] = 1;
  }

  has(number: number): boolean {
    return (((this.#bits[number >>> 5] ?? 0) >>> number) & 1) === 1;
  }

  /** 1 for a number that was not in it, else 0. */
  add(number: number): number {
    const before = this.#bits[number >>> 5] as number;
    this.#bits[number >>> 5] = before | (1 << number);
    return 1 ^ ((before >>> number) & 1);
  }

  /** Tells how many of the numbers were not in it. */
  addAll(numbers: Uint32Array): number {
    const bits = this.#bits;
    let added = 0;
    for (let index = 0; index < numbers.length; index += 1) {
      const number = numbers[index] as number;
      const before = bits[number >>> 5] as number;
      bits[number >>> 5] = before | (1 << number);
      added += 1 ^ ((before >>> number) & 1);
    }
    return added;
  }

  /** The same for a list. */
  addList({ numbers, places, from, to }: NumberList): number {
    const bits = this.#bits;
    let added = 0;
    for (let index = from; index < to; index += 1) {
      const number = numbers[places[index] as number] as number;
      const before = bits[number >>> 5] as number;
      bits[number >>> 5] = before | (1 << number);
      added += 1 ^ ((before >>> number) & 1);
    }
    return added;
  }

  /** Empties it. `held`: all that it holds, where that is known. */
  clear(held?: Uint32Array): void {
    const bits = this.#bits;
    if (held === undefined || held.length > bits.length >>> 3) bits.fill(0);
    else for (let index = 0; index < held.length; index += 1) bits[(held[index] as number) >>> 5] = 0;
    bits[0] = 1;
  }
}

import type { Integers } from '../../days/column-body.ts';
import { workingMemory } from '../../working-memory.ts';

/** Places of a list, and by place a number: those from one place of the list to another. */
export type NumberList = {
  readonly numbers: Uint32Array;
  readonly places: Integers;
  readonly from: number;
  readonly to: number;
};

type Range = { readonly from: number; readonly to: number };
/** How many were added to each of two sets. */
export type Added = { readonly here: number; readonly there: number };

/** A set of integers, a bit each, so that one of a million persons stays near the processor. 0 is nobody, and never new. */
export class NumberSet {
  readonly #bits: Uint32Array;
  /** The same bits, to be emptied by more at a time. */
  readonly #words: Float64Array;

  /** @param room all numbers are below this */
  constructor(room: number) {
    this.#words = workingMemory.float64((room >>> 6) + 1);
    const { buffer, byteOffset, length } = this.#words;
    this.#bits = new Uint32Array(buffer, byteOffset, 2 * length);
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

  /** Tells how many of the numbers from one place of a list to another were not in it. */
  addRange(numbers: Uint32Array, from: number, to: number): number {
    const bits = this.#bits;
    let added = 0;
    for (let index = from; index < to; index += 1) {
      const number = numbers[index] as number;
      const word = bits[number >>> 5] as number;
      bits[number >>> 5] = word | (1 << number);
      added += (~word >>> number) & 1;
    }
    return added;
  }

  /** The same, and adds all to another set too. */
  addRangeToBoth(other: NumberSet, numbers: Uint32Array, { from, to }: Range): Added {
    let [here, there] = [0, 0];
    for (let index = from; index < to; index += 1) {
      const number = numbers[index] as number;
      here += this.add(number);
      there += other.add(number);
    }
    return { here, there };
  }

  /**
   * As `addRange`, for those that have a 1 in `marks`, by where they stand. Without a branch, since the marks are as
   * good as random.
   */
  addMarked(numbers: Uint32Array, marks: Uint8Array): number {
    const bits = this.#bits;
    let added = 0;
    for (let place = 0; place < numbers.length; place += 1) {
      const number = (numbers[place] as number) & -(marks[place] as number);
      const word = bits[number >>> 5] as number;
      bits[number >>> 5] = word | (1 << number);
      added += (~word >>> number) & 1;
    }
    return added;
  }

  /** As `addRange`, for a list. */
  addList({ numbers, places, from, to }: NumberList): number {
    let added = 0;
    for (let index = from; index < to; index += 1)
      added += this.add(numbers[places[index] as number] as number);
    return added;
  }

  /** As `addRangeToBoth`, for a list. */
  addListToBoth(other: NumberSet, { numbers, places, from, to }: NumberList): Added {
    let [here, there] = [0, 0];
    for (let index = from; index < to; index += 1) {
      const number = numbers[places[index] as number] as number;
      here += this.add(number);
      there += other.add(number);
    }
    return { here, there };
  }

  /** Empties it. */
  clear(): void {
    this.#words.fill(0);
    this.#bits[0] = 1;
  }

  /** Empties it, where it holds nothing but the numbers from one place of a list to another. */
  clearRange(numbers: Uint32Array, from: number, to: number): void {
    const bits = this.#bits;
    if (to - from > bits.length >>> 3) this.#words.fill(0);
    else for (let index = from; index < to; index += 1) bits[(numbers[index] as number) >>> 5] = 0;
    bits[0] = 1;
  }
}

import { workingMemory } from '../working-memory.ts';
import { DistinctNumbers } from './distinct-numbers.ts';
import { NO_PLACE } from './place-table.ts';

const LOW_BITS = 0xffff;

/** A few integers of 32 bits, each with the place that it first had. It is made for many look-ups that find nothing. */
export class FewNumbers {
  readonly #numbers = new DistinctNumbers();
  /** By the lowest bits of a number, a 1 where any has these: that alone tells of most others that they are not there. */
  readonly #mayBe = workingMemory.uint8(LOW_BITS + 1);

  get length(): number {
    return this.#numbers.length;
  }

  add(number: number): void {
    this.#numbers.placeOf(number);
    this.#mayBe[number & LOW_BITS] = 1;
  }

  has(number: number): boolean {
    return this.find(number) !== NO_PLACE;
  }

  /** Its place; `NO_PLACE` for one that was never added. */
  find(number: number): number {
    return this.#mayBe[number & LOW_BITS] === 1 ? this.#numbers.find(number) : NO_PLACE;
  }
}

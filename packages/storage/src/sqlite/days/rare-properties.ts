import { lowerBound } from '../lower-bound.ts';
import { DistinctTexts } from './distinct-texts.ts';
import type { ValueOfEvent } from './growing-property.ts';
import { NO_PLACE } from './place-table.ts';
import type { PropertyColumn } from './property-columns.ts';
import { widened } from './widened.ts';

/**
 * The values of properties that are too many for a column each: one takes kilobytes, however few its values are. Here a name takes
 * its bytes and some numbers, outside of the heap of JavaScript, and its column is made when it is asked for.
 */
export class RareProperties {
  readonly #names = new DistinctTexts();
  readonly #texts = new DistinctTexts();
  /** By place of a name its last value, from 1. */
  #last = new Uint32Array(16);
  /** Of each value the event, the place of its text, and the value of the same name before it, from 1; 0 for none. */
  #events = new Uint32Array(16);
  #values = new Uint32Array(16);
  #earlier = new Uint32Array(16);
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  *names(): Iterable<string> {
    for (let place = 0; place < this.#names.length; place += 1) yield this.#names.at(place);
  }

  get(name: string): PropertyColumn | undefined {
    const place = this.#names.find(name);
    if (place === NO_PLACE) return undefined;
    const found: number[] = [];
    for (let one = this.#last[place] as number; one > 0; one = this.#earlier[one - 1] as number)
      found.push(one - 1);
    found.sort((one, other) => (this.#events[one] as number) - (this.#events[other] as number));
    const texts = [...new Set(found.map((one) => this.#values[one] as number))];
    const placeOf = new Map(texts.map((text, at) => [text, at]));
    return {
      event: Uint32Array.from(found, (one) => this.#events[one] as number),
      value: Uint32Array.from(found, (one) => placeOf.get(this.#values[one] as number) as number),
      values: { length: texts.length, at: (at) => this.#texts.at(texts[at] as number) },
    };
  }

  add(name: string, { event, value }: ValueOfEvent): void {
    const place = this.#names.placeOf(name);
    if (place >= this.#last.length) this.#last = widened(this.#last, place + 1);
    if (this.#length === this.#events.length) this.#widen();
    this.#events[this.#length] = event;
    this.#values[this.#length] = this.#texts.placeOf(value);
    this.#earlier[this.#length] = this.#last[place] as number;
    this.#length += 1;
    this.#last[place] = this.#length;
  }

  /** Events were put between the others, one before each of `before`, which ascend. */
  move(before: readonly number[]): void {
    if (before.length === 0) return;
    for (let one = 0; one < this.#length; one += 1) {
      const event = this.#events[one] as number;
      this.#events[one] = event + lowerBound(before.length, (gap) => (before[gap] as number) <= event);
    }
  }

  get byteLength(): number {
    const numbers = [this.#last, this.#events, this.#values, this.#earlier];
    const texts = this.#names.byteLength + this.#texts.byteLength;
    return numbers.reduce((sum, { byteLength }) => sum + byteLength, texts);
  }

  #widen(): void {
    this.#events = widened(this.#events, this.#length + 1);
    this.#values = widened(this.#values, this.#length + 1);
    this.#earlier = widened(this.#earlier, this.#length + 1);
  }
}

import { lowerBound } from '../lower-bound.ts';
import { DistinctTexts } from './distinct-texts.ts';
import type { PropertyColumn } from './property-columns.ts';
import { widened } from './widened.ts';

/** A value of an event, by the event's index. */
export type ValueOfEvent = { readonly event: number; readonly value: string };

const GROWTH = 1.5;

/** The values of one property among the events of an open day. */
export class GrowingProperty {
  #count = 0;
  /** They ascend. */
  #events = new Uint32Array(16);
  #values = new Uint32Array(16);
  readonly #texts = new DistinctTexts();

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** It changes when values are added. */
  get column(): PropertyColumn {
    return {
      event: this.#events.subarray(0, this.#count),
      value: this.#values.subarray(0, this.#count),
      values: this.#texts,
    };
  }

  get byteLength(): number {
    return this.#events.byteLength + this.#values.byteLength + this.#texts.byteLength;
  }

  /**
   * Inserts events between the others, one before each index of `before`, which ascend. `added`: the values of those that
   * have one, by the indexes that they have from then on. It works from the end, so that it overwrites nothing that has yet
   * to be moved.
   */
  insert(before: readonly number[], added: readonly ValueOfEvent[]): void {
    this.#makeRoom(this.#count + added.length);
    let [gaps, left] = [before.length, added.length];
    let write = this.#count + added.length;
    for (let read = this.#count - 1; read >= 0; read -= 1) {
      const event = this.#events[read] as number;
      while (gaps > 0 && (before[gaps - 1] as number) > event) gaps -= 1;
      while (left > 0 && (added[left - 1] as ValueOfEvent).event > event + gaps) {
        left -= 1;
        write -= 1;
        this.#write(write, added[left] as ValueOfEvent);
      }
      if (gaps === 0 && left === 0) break;
      write -= 1;
      this.#events[write] = event + gaps;
      this.#values[write] = this.#values[read] as number;
    }
    for (; left > 0; left -= 1) this.#write(left - 1, added[left - 1] as ValueOfEvent);
    this.#count += added.length;
  }

  /** Makes a value of an event another one, or none. */
  change(event: number, value: string | undefined): void {
    const place = this.#placeOf(event);
    const isKnown = place < this.#count && this.#events[place] === event;
    if (isKnown && value !== undefined) this.#write(place, { event, value });
    else if (isKnown) this.#remove(place);
    else if (value !== undefined) this.insert([], [{ event, value }]);
  }

  #write(place: number, { event, value }: ValueOfEvent): void {
    this.#events[place] = event;
    this.#values[place] = this.#texts.placeOf(value);
  }

  #remove(place: number): void {
    this.#events.copyWithin(place, place + 1, this.#count);
    this.#values.copyWithin(place, place + 1, this.#count);
    this.#count -= 1;
  }

  /** Where the first stands that is not before an event. */
  #placeOf(event: number): number {
    return lowerBound(this.#count, (place) => (this.#events[place] as number) < event);
  }

  #makeRoom(wanted: number): void {
    if (wanted <= this.#events.length) return;
    this.#events = widened(this.#events, wanted, GROWTH);
    this.#values = widened(this.#values, wanted, GROWTH);
  }
}

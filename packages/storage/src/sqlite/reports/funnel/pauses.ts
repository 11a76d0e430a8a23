import { widened } from '../../days/widened.ts';

const FIRST_ROOM = 256;

/** Durations in milliseconds, of which the middle one is wanted. */
export class Pauses {
  #values: Float64Array;
  #count: number;

  /** @param known some of them, which may be moved */
  constructor(known: Float64Array = new Float64Array(0)) {
    this.#values = known;
    this.#count = known.length;
  }

  add(pause: number): void {
    if (this.#count === this.#values.length) {
      this.#values = widened(this.#values, FIRST_ROOM);
    }
    this.#values[this.#count] = pause;
    this.#count += 1;
  }

  /** Null where there is none. */
  median(): number | null {
    if (this.#count === 0) return null;
    const values = this.#values.subarray(0, this.#count);
    const middle = values.length >> 1;
    const high = partition(values, middle);
    if (values.length % 2 === 1) return high;
    let low = 0;
    for (let place = 0; place < middle; place += 1) low = Math.max(low, values[place] as number);
    return (low + high) / 2;
  }
}

/**
 * Moves values so that none before a place is above the one there, and none after it below; gives that one. Known as quickselect:
 * to sort all of them takes ten times as long.
 */
function partition(values: Float64Array, place: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = split(values, low, high);
    if (place < middle) high = middle - 1;
    else low = middle;
  }
  return values[place] as number;
}

/**
 * Moves values of a range, of two at least, so that none before a place is above any from it on; gives that place, which is neither
 * before the second one nor behind the range. One loop: V8 leaves what it compiled of a loop within another whenever that one ends.
 */
function split(values: Float64Array, low: number, high: number): number {
  const pivot = values[(low + high) >>> 1] as number;
  let left = low;
  let right = high;
  while (left <= right) {
    const first = values[left] as number;
    const last = values[right] as number;
    if (first < pivot) left += 1;
    else if (last > pivot) right -= 1;
    else {
      values[left] = last;
      values[right] = first;
      left += 1;
      right -= 1;
    }
  }
  return left;
}

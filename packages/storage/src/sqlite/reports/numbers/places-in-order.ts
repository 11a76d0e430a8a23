import type { Slice } from '../../../reports.ts';
import { lowerBound } from '../../lower-bound.ts';
import { workingMemory } from '../../working-memory.ts';

type Ordered = {
  /** By place. */
  readonly keys: Float64Array;
  readonly textOf: (place: number) => string;
};

/**
 * The places of ascending keys, ties by text: those of a part of that order. Keys are sorted as numbers, and texts are
 * looked up only of ties that the part begins or ends among: neither the heap nor the time is there for a text of each.
 */
export function placesInOrder({ keys, textOf }: Ordered, { offset, limit }: Slice): number[] {
  const end = Math.min(offset + limit, keys.length);
  if (offset >= end) return [];
  const ascending = keys.slice().sort();
  const [first, last] = [ascending[offset] as number, ascending[end - 1] as number];
  const found: number[] = [];
  for (const key of new Set([first, last])) {
    const before = lowerBound(ascending.length, (place) => (ascending[place] as number) < key);
    const ties = placesWith(keys, key);
    const wanted = { from: Math.max(0, offset - before), to: Math.min(end - before, ties.length) };
    found.push(...firstByText(ties, textOf, wanted));
  }
  for (let place = 0; place < keys.length; place += 1) {
    const key = keys[place] as number;
    if (key > first && key < last) found.push(place);
  }
  return found
    .map((place) => ({ place, key: keys[place] as number, text: textOf(place) }))
    .sort((one, other) => one.key - other.key || (one.text < other.text ? -1 : 1))
    .map(({ place }) => place);
}

function placesWith(keys: Float64Array, wanted: number): Uint32Array {
  let count = 0;
  for (let place = 0; place < keys.length; place += 1) if (keys[place] === wanted) count += 1;
  const places = workingMemory.uint32(count);
  let at = 0;
  for (let place = 0; place < keys.length; place += 1) {
    if (keys[place] !== wanted) continue;
    places[at] = place;
    at += 1;
  }
  return places;
}

type Wanted = { readonly from: number; readonly to: number };

/** Those that would stand there if all were sorted by text, in no order. */
function firstByText(places: Uint32Array, textOf: Ordered['textOf'], { from, to }: Wanted): Uint32Array {
  if (from > 0) divide(places, from, textOf);
  const rest = places.subarray(from);
  if (to - from < rest.length) divide(rest, to - from, textOf);
  return rest.subarray(0, to - from);
}

/** Moves places so that the text of none of the first `count` comes after that of any other. Known as quickselect. */
function divide(places: Uint32Array, count: number, textOf: Ordered['textOf']): void {
  let [low, high] = [0, places.length - 1];
  while (low < high) {
    const pivot = textOf(places[(low + high) >>> 1] as number);
    let [left, right] = [low, high];
    while (left <= right) {
      while (textOf(places[left] as number) < pivot) left += 1;
      while (textOf(places[right] as number) > pivot) right -= 1;
      if (left > right) break;
      [places[left], places[right]] = [places[right] as number, places[left] as number];
      left += 1;
      right -= 1;
    }
    if (count <= right) high = right;
    else if (count >= left) low = left;
    else return;
  }
}

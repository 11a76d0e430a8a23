import { type Day, KEPT } from '../days/day.ts';
import { workingMemory } from '../working-memory.ts';
import { areFew } from './are-few.ts';

/** By index, in ascending order. `areMany`: then none of them is here. */
type Found = { readonly index: Uint32Array; readonly areMany: boolean };

/** The events of a day that are part of no session, by index in ascending order. Few on most days: of one at rest they are kept. */
export function loneEvents(day: Day): Uint32Array {
  return fewLoneEvents(day) ?? find(day);
}

/** The same; null where they are many. */
export function fewLoneEvents(day: Day): Uint32Array | null {
  const { stored } = day;
  if (stored === null) return null;
  const found = stored.kept<Found>(KEPT.loneEvents) ?? stored.keep(KEPT.loneEvents, findFew(day));
  return found.areMany ? null : found.index;
}

function findFew(day: Day): Found {
  const index = find(day);
  const areMany = !areFew(index.length, day.events.count);
  return { index: areMany ? new Uint32Array(0) : index, areMany };
}

function find({ events: { session, count } }: Day): Uint32Array {
  let lone = 0;
  for (let event = 0; event < count; event += 1) lone += Number(session[event] === 0);
  const index = workingMemory.uint32(lone);
  for (let event = 0, place = 0; place < lone; event += 1) {
    if (session[event] !== 0) continue;
    index[place] = event;
    place += 1;
  }
  return index;
}

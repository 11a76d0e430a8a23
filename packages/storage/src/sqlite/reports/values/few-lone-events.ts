import { type Day, KEPT } from '../../days/day.ts';
import { workingMemory } from '../../working-memory.ts';
import { areFew } from '../numbers/are-few.ts';

/** By index, in ascending order. `areMany`: then none of them is here. */
type Found = { readonly index: Uint32Array; readonly areMany: boolean };

/**
 * The events of a day at rest that are part of no session, by index in ascending order, which are kept; null where they
 * are many, as where servers alone report, and for a day that may still change.
 */
export function fewLoneEvents(day: Day): Uint32Array | null {
  const { stored } = day;
  if (stored === null) return null;
  const found = stored.kept<Found>(KEPT.loneEvents) ?? stored.keep(KEPT.loneEvents, find(day.events));
  return found.areMany ? null : found.index;
}

function find({ session, count }: Day['events']): Found {
  let lone = 0;
  for (let event = 0; event < count; event += 1) lone += Number(session[event] === 0);
  const areMany = !areFew(lone, count);
  const room = areMany ? 0 : lone;
  const index = workingMemory.uint32(room);
  for (let event = 0, place = 0; place < room; event += 1) {
    if (session[event] !== 0) continue;
    index[place] = event;
    place += 1;
  }
  return { index, areMany };
}

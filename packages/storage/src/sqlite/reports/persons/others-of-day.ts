import { type Day, KEPT } from '../../days/day.ts';
import type { DistinctNumbers } from '../../days/distinct-numbers.ts';
import { NO_PLACE } from '../../days/place-table.ts';
import { areFew } from '../numbers/are-few.ts';

/**
 * Sessions that have events on a day and did not begin on it: by which place, with which id, and when each began, in epoch
 * milliseconds; 0 for one that never did.
 */
export type Others = {
  readonly place: Uint32Array;
  readonly id: Uint32Array;
  readonly beganAt: Float64Array;
};

/** Of a day at rest they are kept, so that columns of all sessions need not be read for a few. */
export function othersOf(day: Day): Others {
  const kept = day.stored?.kept<Others>(KEPT.others);
  if (kept !== undefined) return kept;
  const found = findOthers(day.sessions);
  const isKept = areFew(found.place.length, day.sessions.count);
  return isKept && day.stored !== null ? day.stored.keep(KEPT.others, found) : found;
}

function findOthers(sessions: Day['sessions']): Others {
  const { isOfDay, count } = sessions;
  let length = 0;
  for (let place = 0; place < count; place += 1) if (isOfDay[place] === 0) length += 1;
  const [place, id, beganAt] = [new Uint32Array(length), new Uint32Array(length), new Float64Array(length)];
  if (length > 0) copyOthers(sessions, { place, id, beganAt });
  return { place, id, beganAt };
}

function copyOthers({ isOfDay, id, beganAt, count }: Day['sessions'], to: Others): void {
  for (let place = 0, other = 0; place < count; place += 1) {
    if (isOfDay[place] !== 0) continue;
    to.place[other] = place;
    to.id[other] = id[place] as number;
    to.beganAt[other] = beganAt[place] as number;
    other += 1;
  }
}

/** Where sessions stand among those of the day on which they began, by id; `NOWHERE` for one that is not there. */
export type Begun = { readonly id: Uint32Array; readonly place: Uint32Array };
export const NOWHERE = 0xffff_ffff;

/** Of a day at rest, what was found is kept for who asks for the same or for fewer. */
export function begunOn(day: Day, wanted: DistinctNumbers): Begun {
  const kept = day.stored?.kept<Begun>(KEPT.begun);
  if (kept !== undefined && hasAll(kept.id, wanted)) return kept;
  const found = findBegun(day.sessions, wanted);
  return day.stored === null ? found : day.stored.keep(KEPT.begun, found);
}

function hasAll(ids: Uint32Array, wanted: DistinctNumbers): boolean {
  let found = 0;
  for (let index = 0; index < ids.length; index += 1)
    if (wanted.find(ids[index] as number) !== NO_PLACE) found += 1;
  return found === wanted.length;
}

function findBegun({ isOfDay, id, count }: Day['sessions'], wanted: DistinctNumbers): Begun {
  const found = { id: wanted.numbers, place: new Uint32Array(wanted.length).fill(NOWHERE) };
  for (let place = 0; place < count; place += 1) {
    if (isOfDay[place] !== 1) continue;
    const known = wanted.find(id[place] as number);
    if (known !== NO_PLACE) found.place[known] = place;
  }
  return found;
}

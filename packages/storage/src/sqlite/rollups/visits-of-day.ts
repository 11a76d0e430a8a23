import { isCreditable } from '../../attribution/credit-rule.ts';
import type { Integers } from '../days/column-body.ts';
import type { Day } from '../days/day.ts';
import type { SessionColumns } from '../days/session-columns.ts';
import { BOT } from '../row-codes.ts';
import { workingMemory } from '../working-memory.ts';
import { ROLLUP_OF_VISITS } from './kinds.ts';
import { type RollupOfVisits, unpackVisits } from './rollup-format.ts';

/**
 * The sessions of a day that can be credited with a sale, in the order of time, as they are kept or, where they are
 * not, from its columns.
 */
export function visitsOfDay(day: Day): RollupOfVisits {
  return day.rollup(ROLLUP_OF_VISITS, unpackVisits) ?? gatherVisits(day);
}

/** The sessions of a day that can be credited with a sale, from the columns of its sessions. */
export function gatherVisits({ sessions }: Day): RollupOfVisits {
  const places = creditablePlaces(sessions);
  return {
    session: valuesAt(places, sessions.id),
    start: valuesAt(places, sessions.start),
    touch: valuesAt(places, sessions.touch),
    visitor: valuesAt(places, sessions.visitor),
    user: valuesAt(places, sessions.user),
  };
}

/** In place of `Uint32Array.from`, which makes an object of each. */
function valuesAt(places: Float64Array, values: Integers): Uint32Array {
  const gathered = workingMemory.uint32(places.length);
  for (let index = 0; index < gathered.length; index += 1)
    gathered[index] = values[places[index] as number] as number;
  return gathered;
}

/** There are fewer sessions in a day. */
const PLACES = 2 ** 26;

/**
 * Those of an open day stand in the order in which they came: the milliseconds since its start and the place make one number, and
 * numbers are sorted where they lie, outside of the heap of JavaScript.
 */
function creditablePlaces({ count, isOfDay, isTouch, bot, start }: SessionColumns): Float64Array {
  const keys = workingMemory.float64(count);
  let found = 0;
  for (let place = 0; place < count; place += 1) {
    if (isOfDay[place] !== 1) continue;
    if (!isCreditable({ isTouch: isTouch[place] === 1, isBots: bot[place] !== BOT.none })) continue;
    keys[found] = (start[place] as number) * PLACES + place;
    found += 1;
  }
  return keys
    .subarray(0, found)
    .sort()
    .map((key) => key % PLACES);
}

import { isCreditable } from '../../attribution/credit-rule.ts';
import type { Day } from '../days/day.ts';
import { BOT } from '../row-codes.ts';
import { ROLLUP_OF_VISITS } from './kinds.ts';
import { type RollupOfVisits, unpackVisits } from './rollup-format.ts';

/** The sessions of a day that can be credited with a sale, in the order of time, as they are kept or, where they are not, from its columns. */
export function visitsOfDay(day: Day): RollupOfVisits {
  return day.rollup(ROLLUP_OF_VISITS, unpackVisits) ?? gatherVisits(day);
}

export function gatherVisits({ sessions }: Day): RollupOfVisits {
  const { count, isOfDay, isTouch, bot } = sessions;
  const places: number[] = [];
  for (let place = 0; place < count; place += 1) {
    if (isOfDay[place] !== 1) continue;
    if (isCreditable({ isTouch: isTouch[place] === 1, isBots: bot[place] !== BOT.none })) places.push(place);
  }
  // Those of an open day stand in the order in which they came.
  places.sort((one, other) => (sessions.start[one] as number) - (sessions.start[other] as number));
  const gather = (column: 'id' | 'start' | 'touch' | 'visitor' | 'user') =>
    Uint32Array.from(places, (place) => sessions[column][place] as number);
  return {
    session: gather('id'),
    start: gather('start'),
    touch: gather('touch'),
    visitor: gather('visitor'),
    user: gather('user'),
  };
}

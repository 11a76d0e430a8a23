import type { Day } from '../days/day.ts';
import { ROLLUP_OF_SALES } from './kinds.ts';
import { type RollupOfSales, unpackSales } from './rollup-format.ts';
import { beganAt } from './shared-sessions.ts';

/** The sales of a day with what reports need of each, as it is kept or, where it is not, from the columns of events. */
export function salesOfDay(day: Day): RollupOfSales {
  return day.rollup(ROLLUP_OF_SALES, unpackSales) ?? gatherSales(day);
}

/** The sales of a day with what reports need of each, from the columns of its events. */
export function gatherSales(day: Day): RollupOfSales {
  const { events, sales, sessions, identities } = day;
  const { count } = sales;
  const gathered = {
    time: new Uint32Array(count),
    flags: new Uint8Array(count),
    botLevel: new Uint8Array(count),
    touch: new Uint32Array(count),
    visitor: new Uint32Array(count),
    user: new Uint32Array(count),
    currency: Uint32Array.from(sales.currency),
    amount: Float64Array.from(sales.amount),
    session: new Uint32Array(count),
    sessionBeganAt: new Float64Array(count),
    sessionTouch: new Uint32Array(count),
    sessionIsTouch: new Uint8Array(count),
    sessionBot: new Uint8Array(count),
  };
  for (let sale = 0; sale < count; sale += 1) {
    const event = sales.event[sale] as number;
    gathered.time[sale] = events.time[event] as number;
    gathered.flags[sale] = events.flags[event] as number;
    gathered.botLevel[sale] = events.botLevel[event] as number;
    gathered.touch[sale] = events.touch[event] as number;
    const identity = (events.identity[event] as number) - 1;
    gathered.visitor[sale] = identities.visitor[identity] ?? 0;
    gathered.user[sale] = identities.user[identity] ?? 0;
    const place = (events.session[event] as number) - 1;
    if (place === NO_SESSION) continue;
    gathered.session[sale] = sessions.id[place] as number;
    gathered.sessionBeganAt[sale] = beganAt(day, place);
    gathered.sessionTouch[sale] = sessions.touch[place] as number;
    gathered.sessionIsTouch[sale] = sessions.isTouch[place] as number;
    gathered.sessionBot[sale] = sessions.bot[place] as number;
  }
  return gathered;
}

/** The place of an event's session where it is part of none. */
const NO_SESSION = -1;

import type { Day } from '../days/day.ts';
import { ROLLUP_OF_SALES } from './kinds.ts';
import { type RollupOfSales, unpackSales } from './rollup-format.ts';
import { beganAt } from './shared-sessions.ts';

/** The sales of a day with what reports need of each, as it is kept or, where it is not, from the columns of events. */
export function salesOfDay(day: Day): RollupOfSales {
  return day.rollup(ROLLUP_OF_SALES, unpackSales) ?? gatherSales(day);
}

export function gatherSales(day: Day): RollupOfSales {
  const { events, sales, sessions, identities } = day;
  const gather = (numberOf: (event: number, sale: number) => number) =>
    Uint32Array.from(sales.event, (event, sale) => numberOf(event, sale));
  const ofIdentity = (of: Day['identities']['visitor']) =>
    gather((event) => of[(events.identity[event] as number) - 1] ?? 0);
  const place = gather((event) => events.session[event] as number);
  const ofSession = (numberOf: (place: number) => number) =>
    Float64Array.from(place, (found) => (found === 0 ? 0 : numberOf(found - 1)));
  return {
    time: gather((event) => events.time[event] as number),
    flags: Uint8Array.from(gather((event) => events.flags[event] as number)),
    botLevel: Uint8Array.from(gather((event) => events.botLevel[event] as number)),
    touch: gather((event) => events.touch[event] as number),
    visitor: ofIdentity(identities.visitor),
    user: ofIdentity(identities.user),
    currency: gather((_, sale) => sales.currency[sale] as number),
    amount: Float64Array.from(sales.amount.subarray(0, sales.count)),
    session: Uint32Array.from(ofSession((found) => sessions.id[found] as number)),
    sessionBeganAt: ofSession((found) => beganAt(day, found)),
    sessionTouch: Uint32Array.from(ofSession((found) => sessions.touch[found] as number)),
    sessionIsTouch: Uint8Array.from(ofSession((found) => sessions.isTouch[found] as number)),
    sessionBot: Uint8Array.from(ofSession((found) => sessions.bot[found] as number)),
  };
}

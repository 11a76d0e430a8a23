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
  const { count } = sales;
  // In place of `from` of the arrays, which makes an object of each number.
  const gather = <Numbers extends Uint32Array | Uint8Array | Float64Array>(
    numbers: Numbers,
    numberOf: (event: number, sale: number) => number,
  ): Numbers => {
    for (let sale = 0; sale < count; sale += 1) numbers[sale] = numberOf(sales.event[sale] as number, sale);
    return numbers;
  };
  const ofIdentity = (of: Day['identities']['visitor']) =>
    gather(new Uint32Array(count), (event) => of[(events.identity[event] as number) - 1] ?? 0);
  const ofSession = <Numbers extends Uint32Array | Uint8Array | Float64Array>(
    numbers: Numbers,
    numberOf: (place: number) => number,
  ): Numbers =>
    gather(numbers, (event) => {
      const place = events.session[event] as number;
      return place === 0 ? 0 : numberOf(place - 1);
    });
  return {
    time: gather(new Uint32Array(count), (event) => events.time[event] as number),
    flags: gather(new Uint8Array(count), (event) => events.flags[event] as number),
    botLevel: gather(new Uint8Array(count), (event) => events.botLevel[event] as number),
    touch: gather(new Uint32Array(count), (event) => events.touch[event] as number),
    visitor: ofIdentity(identities.visitor),
    user: ofIdentity(identities.user),
    currency: gather(new Uint32Array(count), (_, sale) => sales.currency[sale] as number),
    amount: gather(new Float64Array(count), (_, sale) => sales.amount[sale] as number),
    session: ofSession(new Uint32Array(count), (place) => sessions.id[place] as number),
    sessionBeganAt: ofSession(new Float64Array(count), (place) => beganAt(day, place)),
    sessionTouch: ofSession(new Uint32Array(count), (place) => sessions.touch[place] as number),
    sessionIsTouch: ofSession(new Uint8Array(count), (place) => sessions.isTouch[place] as number),
    sessionBot: ofSession(new Uint8Array(count), (place) => sessions.bot[place] as number),
  };
}

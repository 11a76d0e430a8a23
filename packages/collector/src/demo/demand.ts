import { DAY_MS } from '@cvq/contract';
import { PRESS } from './notable-days.ts';

/** How many visits the first day of a year has for each of its last: the shop grows. */
const A_YEAR_AGO = 0.4;
/** Of Sunday to Saturday. */
const WEEKDAYS = [0.92, 1.08, 1.06, 1.04, 1.0, 0.9, 0.78];
/** Of January to December: gifts are bought at the end of a year. */
const MONTHS = [0.94, 0.9, 0.94, 0.96, 0.97, 0.92, 0.86, 0.88, 0.98, 1.04, 1.14, 1.26];

/** How much a day of the demo is in demand, and which part of its visits the press brings. */
export type Demand = {
  /** As many times the visits of an ordinary day at the end of the history. */
  readonly times: number;
  readonly ofPress: number;
};

/** Of the day that begins at an instant, where `today` is the last day of the history. */
export function demandOf(day: number, today: number): Demand {
  const age = Math.round((today - day) / DAY_MS);
  const date = new Date(day);
  const growth = 1 - (1 - A_YEAR_AGO) * Math.min(1, age / 365);
  const usual = growth * (WEEKDAYS[date.getUTCDay()] ?? 1) * (MONTHS[date.getUTCMonth()] ?? 1);
  const press = PRESS.times[PRESS.ago - age] ?? 1;
  return { times: usual * press, ofPress: 1 - 1 / press };
}

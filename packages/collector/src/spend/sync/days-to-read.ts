import { DAY_MS } from '@cvq/contract/constants';
import { accountDay, type CalendarDay, type CalendarDays } from '@cvq/storage';

/** Platforms restate what a day cost for about a week, and for weeks where they find invalid clicks. */
export const SPEND_WINDOWS = { usual: 7, weekly: 28, first: 90 } as const;

const WEEK_MS = 7 * DAY_MS;

type Account = {
  /** Null where it is not known. */
  readonly timeZone: string | null;
  /** When each of its days was read last, in epoch milliseconds. */
  readonly readAt: ReadonlyMap<CalendarDay, number>;
};

/** The last days of an account, today included. `now`: epoch milliseconds. */
export function lastDays(count: number, timeZone: string | null, now: number): CalendarDays {
  const last = accountDay(timeZone, now);
  return { first: addDays(last, 1 - count), last };
}

/**
 * Which days of an account are due: those that its platform may still restate, once a week more of them, and what was never
 * read or not since it was over for long enough, up to the length of a first reading.
 */
export function daysToRead({ timeZone, readAt }: Account, now: number): CalendarDays {
  const { usual, weekly, first } = SPEND_WINDOWS;
  const { last } = lastDays(1, timeZone, now);
  for (let age = first - 1; age >= usual; age -= 1) {
    const day = addDays(last, -age);
    const at = readAt.get(day);
    const isSettled = at !== undefined && accountDay(timeZone, at) >= addDays(day, usual - 1);
    const isDue = age < weekly && at !== undefined && at <= now - WEEK_MS;
    if (!isSettled) return { first: day, last };
    if (isDue) return lastDays(weekly, timeZone, now);
  }
  return lastDays(usual, timeZone, now);
}

function addDays(day: CalendarDay, days: number): CalendarDay {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

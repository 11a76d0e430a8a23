import { DAY_MS } from '@cvq/contract/constants';
import type { CalendarDay, CalendarDays } from '../../../spend-store.ts';

/** So many days are one part. */
const PART = 250;

/** All days of a period, in parts. */
export function* calendarDays({ first, last }: CalendarDays): Generator<CalendarDay[]> {
  let part: CalendarDay[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY_MS) {
    part.push(new Date(at).toISOString().slice(0, 10));
    if (part.length < PART) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

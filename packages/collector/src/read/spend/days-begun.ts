import { DAY_MS } from '@cvq/contract';
import type { CalendarDay } from '@cvq/storage';
import { type Range, today } from '../range.ts';

/** The days of a range that have begun where it is, in their order. `at`: epoch milliseconds. */
export function daysBegun({ start, end, timezone }: Range, at: number): CalendarDay[] {
  const now = today({ timezone, now: at }).toString();
  const last = end.toString();
  const days: CalendarDay[] = [];
  for (let day = start.toString(); day <= last && day <= now; day = dayAfter(day)) days.push(day);
  return days;
}

function dayAfter(day: CalendarDay): CalendarDay {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}

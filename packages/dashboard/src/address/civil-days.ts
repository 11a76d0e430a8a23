import { DAY_MS } from '@cvq/contract/constants';

/** The day that comes so many days after another, or before it where `days` is below 0: both as `2026-11-23`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days there are from the first to the last, both included; below 1 where the last is before the first. */
export function countDays(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
}

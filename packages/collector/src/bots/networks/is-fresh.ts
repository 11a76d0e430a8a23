import { DAY_MS } from '@cvq/contract/constants';
/** Networks change hands: older data cannot call anyone a liar. */
export const FRESH_DAYS = 30;

/** Whether networks of a day, such as `2026-11-21`, are still what an operator publishes. */
export function isFresh(date: string, now: number): boolean {
  return now - Date.parse(date) <= FRESH_DAYS * DAY_MS;
}

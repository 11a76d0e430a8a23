import type { CalendarDay } from './spend-store.ts';

/** The zone where days end last: what is over there is over everywhere. */
const LAST_ZONE = 'Etc/GMT+12';

/** The day that it is for an account. Where its zone is not known, that of the last zone. `at`: epoch milliseconds. */
export function accountDay(timeZone: string | null, at: number): CalendarDay {
  // The dates of Sweden are those of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: timeZone ?? LAST_ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at);
}

import { DAY, HOUR } from '../../../test/builders/event-records.ts';

/** The end of periods that end with the present day, in the time zone of the projects, which is up to two hours ahead. */
export function today(): { readonly end: number } {
  return { end: (Math.floor((Date.now() + 2 * HOUR) / DAY) + 1) * DAY };
}

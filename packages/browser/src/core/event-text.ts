import type { Entry } from './entry.ts';
import { bornAt } from './id.ts';
import { now } from './now.ts';

/** Where in the JSON of an event its id begins: `{"id":"evt_1795255200000_…"`; and where the number in it does. */
const ID_START = 7;
const TIME_START = 11;

/** The id of an entry's event. What is of another version may have none. */
export function idOf({ event }: Pick<Entry, 'event'>): string {
  return event.slice(ID_START, event.indexOf('"', ID_START));
}

/** How far from now an event is. A clock that was wrong may have put it into the future. */
export function distanceOf({ event }: Pick<Entry, 'event'>): number {
  return Math.abs(now() - bornAt(event.slice(TIME_START)));
}

/** Conversions are what a site can least do without. */
export function isConversion({ event }: Pick<Entry, 'event'>): boolean {
  return /"conversion":true|"event_type":"(purchase|lead|signup|subscription|download)"/.test(event);
}

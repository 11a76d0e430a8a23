import { MAX_BROWSER_REQUEST_BYTES, MAX_TEXT_LENGTH } from '@cvq/contract/constants';
import { byteLength } from './byte-length.ts';
import type { Entry } from './entry.ts';
import { json } from './json.ts';
import { warn } from './warn.ts';

/** What a batch has beside its heads and events: `"sent_at"`, brackets and commas, and the ids that it asks for. */
export const FRAME_BYTES = 3_000;
const ROOM = MAX_BROWSER_REQUEST_BYTES - FRAME_BYTES;
/** No character is longer in UTF-8. */
const MOST_BYTES = 3;
/** Nobody's honest user data is longer. */
const MAX_USER_DATA_LENGTH = 5_000;
/** What remains of an event that has too many names. */
const ESSENTIAL =
  'id event_type timestamp conversion properties order_id value currency context page_url'.split(' ');

function fits(text: string): boolean {
  // Most are far smaller, and a slow phone feels the counting.
  return text.length * MOST_BYTES < ROOM || byteLength(text) < ROOM;
}

/**
 * An entry that fits into a request. Lists and texts lose their ends: the longest first, and lists all that they hold
 * before the event loses its names.
 */
export function cutToSize(entry: Entry): Entry {
  const { head, userData = '' } = entry;
  let { event } = entry;
  if (fits(head + event + userData)) return entry;
  const whole = JSON.parse(event);
  warn('cut-event', whole.event_type);
  const secret = userData.length > MAX_USER_DATA_LENGTH ? '' : userData;
  for (let most = MAX_TEXT_LENGTH; most >= 1 && !fits(head + event + secret); ) {
    most /= 2;
    event = json(whole, most, most < 1 ? ESSENTIAL : undefined);
  }
  return { ...entry, event, userData: secret || undefined };
}

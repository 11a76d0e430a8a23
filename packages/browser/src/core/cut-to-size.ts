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
/** Shorter texts are not what makes an event too large. */
const SHORT_TEXT = 256;
/** How many names `truncated` holds, and how long they are. */
const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 100;
/** What remains of an event that has too many names. */
const ESSENTIAL =
  'id event_type timestamp conversion properties order_id value currency context page_url'.split(' ');

type Holder = Record<string, unknown>;

function fits(text: string): boolean {
  // Most are far smaller, and a slow phone feels the counting.
  return text.length * MOST_BYTES < ROOM || byteLength(text) < ROOM;
}

/** An entry that fits into a request. The property `truncated` names what was cut. */
export function cutToSize(entry: Entry): Entry {
  const { head, event: whole, userData = '' } = entry;
  if (fits(head + whole + userData)) return entry;
  const secret = userData.length > MAX_USER_DATA_LENGTH ? '' : userData;
  let event: string;
  // Lists and texts lose their ends: the longest first, and lists all that they hold before the event loses its names.
  let most = MAX_TEXT_LENGTH;
  do {
    most /= 2;
    event = cutEvent(whole, most);
  } while (most > 0.5 && !fits(head + event + secret));
  warn('cut-event', JSON.parse(event).event_type);
  return { ...entry, event, userData: secret || undefined };
}

/** The JSON of an event whose lists and texts are at most so long; with less than 1, of its essentials. */
function cutEvent(text: string, most: number): string {
  const { properties: whole }: { properties?: Holder } = JSON.parse(text);
  const event = JSON.parse(text, (_, value) => {
    if (Array.isArray(value)) return value.slice(0, most);
    return typeof value === 'string' ? value.slice(0, Math.max(most, SHORT_TEXT)) : value;
  });
  const { properties, ...rest } = most < 1 ? JSON.parse(JSON.stringify(event, ESSENTIAL)) : event;
  const before = Array.isArray(whole?.truncated) ? whole.truncated : [];
  const cut = Object.keys(whole || {}).filter((name) => json(whole?.[name]) !== json(properties[name]));
  const truncated = [...new Set<string>([...before, ...cut])]
    .filter((name) => name.length < MAX_NAME_LENGTH)
    .slice(0, MAX_NAMES);
  return json({ ...rest, properties: { ...properties, truncated } });
}

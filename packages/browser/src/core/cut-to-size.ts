import { MAX_BROWSER_REQUEST_BYTES } from '@cvq/contract/constants';
import { byteLength } from './byte-length.ts';
import type { Entry } from './entry.ts';
import { json } from './json.ts';
import { warn } from './warn.ts';

/** What a batch has beside its heads and events: `"sent_at"`, brackets and commas, and the ids that it asks for. */
export const FRAME_BYTES = 3_000;
const ROOM = MAX_BROWSER_REQUEST_BYTES - FRAME_BYTES;
/** No character is longer in UTF-8. */
const MOST_BYTES = 3;
/** What a head or user data may weigh; nobody's honest ones come near it. */
const HEAD_BYTES = 20_000;
/** What `truncated` may weigh, and how many names it holds. */
const MARK_BYTES = 2_000;
const MAX_NAMES = 10;
/** Shorter texts are not what makes an event too large. */
const SHORT_TEXT = 100;

type Holder = Record<string, unknown>;
type Text = { readonly holder: Holder; readonly name: string; readonly property: string };

function weight({ head, event, userData = '' }: Entry): number {
  return byteLength(head) + byteLength(event) + byteLength(userData);
}

/**
 * An entry that fits into a request: one that is too large loses items at the end of its lists, as few as need be, then
 * the most of its longest texts, then what is largest, and names in `truncated` which of its properties were cut.
 */
export function cutToSize(entry: Entry): Entry {
  // Most are far smaller, and a slow phone feels the counting.
  if ((entry.head.length + entry.event.length + (entry.userData || '').length) * MOST_BYTES < ROOM)
    return entry;
  if (weight(entry) < ROOM) return entry;
  const light = { ...entry, head: lightHead(entry.head), restingHead: lightHead(entry.restingHead) };
  if (byteLength(light.userData || '') > HEAD_BYTES) light.userData = undefined;
  const cut = { ...light, event: cutEvent(light.event, ROOM - weight({ ...light, event: '' })) };
  warn('cut-event', JSON.parse(cut.event).event_type);
  return cut;
}

/** Names of clicks and touches come from addresses, which may be of any length. */
function lightHead(head: string): string {
  return byteLength(head) < HEAD_BYTES
    ? head
    : json({ ...JSON.parse(head), touch: undefined, click_ids: undefined });
}

function cutEvent(text: string, room: number): string {
  const event = JSON.parse(text) as Holder & { properties?: Holder };
  const properties: Holder = { ...event.properties };
  event.properties = properties;
  const cut = new Set<string>();
  let excess = byteLength(text) - room + MARK_BYTES;
  const shorten = (name: string, bytes: number) => {
    cut.add(name);
    excess -= bytes;
  };
  for (const [name, list] of listsOf(properties))
    while (list.length && excess > 0) shorten(name, byteLength(json(list.pop())));
  while (excess > 0) {
    const [longest] = textsOf(event).sort((one, other) => lengthOf(other) - lengthOf(one));
    if (!longest || lengthOf(longest) < SHORT_TEXT) break;
    const { holder, name, property } = longest;
    const shorter = (holder[name] as string).slice(0, lengthOf(longest) / 2);
    shorten(property, lengthOf(longest) - shorter.length);
    holder[name] = shorter;
  }
  for (const [name, value] of bySize(properties)) {
    if (excess <= 0) break;
    shorten(name, byteLength(json({ value })));
    delete properties[name];
  }
  properties.truncated = [...cut].slice(0, MAX_NAMES);
  return json(event);
}

/** The lists of an event, the items of an order first. */
function listsOf(properties: Holder): [string, unknown[]][] {
  const { items, ...others } = properties;
  const lists = Object.entries({ items, ...others }).filter(([, value]) => Array.isArray(value));
  return lists as [string, unknown[]][];
}

function lengthOf({ holder, name }: Text): number {
  return (holder[name] as string).length;
}

/** The texts in an event, with the property or the fact of the page that each belongs to. */
function textsOf(holder: Holder, property?: string, depth = 0): Text[] {
  return Object.entries(holder).flatMap(([name, value]) => {
    // What an event is named and known by stays whole.
    if (!depth && name !== 'properties' && name !== 'context') return [];
    const owner = property ?? (depth ? name : undefined);
    if (typeof value === 'string') return [{ holder, name, property: owner as string }];
    return value && typeof value === 'object' ? textsOf(value as Holder, owner, depth + 1) : [];
  });
}

function bySize(properties: Holder): [string, unknown][] {
  const sizes = new Map(Object.entries(properties).map(([name, value]) => [name, json({ value }).length]));
  return Object.entries(properties).sort(
    ([one], [other]) => (sizes.get(other) as number) - (sizes.get(one) as number),
  );
}

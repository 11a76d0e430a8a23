import { MAX_JSON_DEPTH, MAX_TEXT_LENGTH } from '@cvq/contract/constants';
import { distinct } from './distinct.ts';
import { warn } from './warn.ts';

/** The collector refuses what is nested deeper, and an event's properties are nested in a batch already. */
const MAX_DEPTH = MAX_JSON_DEPTH - 8;
/**
 * A page may pass a graph of objects that has no end, such as an element of its framework. One property may use half of
 * what is left.
 */
const MAX_VALUES = 40_000;
/** How many names `truncated` holds, and how long they are. */
const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 100;
/** Shorter texts are not what makes an event too large. */
const SHORT_TEXT = 256;

type Readable = { toJSON?: (name: string) => unknown } & Record<string, unknown>;
/** What may still be written, and whether something was left out. */
type Bounds = {
  /** How many values. */
  left: number;
  /** How long a list or a text. */
  readonly most: number;
  /** The only members that objects keep. */
  readonly only: readonly string[] | undefined;
  isCut?: boolean;
};
type Place = { readonly above: readonly unknown[]; readonly bounds: Bounds };

/**
 * JSON that the collector takes: texts are cut to what it takes, since it refuses longer ones and with them the event.
 * A value that cannot be written is left out and named: one that refers to itself, a BigInt, one that throws when it is
 * read, a node of the document, and a window, in which is all that the page has. Of an event, `truncated` among its
 * properties names those that were cut. Written by hand, since JSON.stringify throws all away for one of them, and asks a
 * `toJSON` of all arrays and objects that old libraries have.
 */
export function json(value: unknown, most = MAX_TEXT_LENGTH, only?: readonly string[]): string {
  return write({ '': value }, '', { above: [], bounds: { left: MAX_VALUES, most, only } }) || '{}';
}

/** The JSON of what a holder has under a name; undefined for what JSON leaves out. */
function write(holder: object, name: string | number, { above, bounds }: Place): string | undefined {
  try {
    const value = (holder as Readable)[name];
    if (--bounds.left < 0) {
      bounds.isCut = true;
      return undefined;
    }
    if (typeof value === 'string') {
      const text = value.slice(0, Math.max(bounds.most, SHORT_TEXT));
      bounds.isCut = bounds.isCut || text !== value;
      return quote(text);
    }
    // Throws for a BigInt.
    if (typeof value !== 'object' || !value) return JSON.stringify(value);
    const { toJSON, window: itself } = value as Readable;
    if ('ownerDocument' in value || itself === value || above.includes(value) || above.length > MAX_DEPTH)
      throw value;
    const inside = { above: [...above, value], bounds };
    if (Array.isArray(value)) return `[${itemsOf(value, inside)}]`;
    // That of all objects is a library's; that of a date is its own.
    if (toJSON?.call && toJSON !== (Object.prototype as Readable).toJSON)
      return write({ [name]: toJSON.call(value, `${name}`) }, name, inside);
    return `{${membersOf(value as Readable, inside, name === 'properties' && above.length === 1)}}`;
  } catch {
    warn('lost-value', name);
    return undefined;
  }
}

/** The members of an object. Those of an event's properties have bounds of their own, and are named when they are cut. */
function membersOf(value: Readable, inside: Place, areProperties: boolean): string[] {
  const { bounds } = inside;
  const cut: string[] = [];
  const members: Record<string, string> = Object.create(null);
  for (const name of Object.keys(value)) {
    // One that is too much leaves room for those after it.
    const share = areProperties ? { ...bounds, left: bounds.left / 2 } : bounds;
    const { left } = share;
    if (bounds.only && !bounds.only.includes(name)) share.isCut = true;
    else {
      const written = name === '__proto__' ? undefined : write(value, name, { ...inside, bounds: share });
      if (written) members[name] = `${quote(name)}:${written}`;
    }
    if (!areProperties) continue;
    bounds.left -= left - share.left;
    if (share.isCut) cut.push(name);
  }
  if (cut.length) {
    warn('cut-event', (inside.above[0] as Readable).event_type);
    const before: unknown = value.truncated;
    const names: unknown[] = [...(Array.isArray(before) ? before.slice(0, MAX_NAMES) : []), ...cut];
    const short = names.filter((name) => typeof name === 'string' && name.length < MAX_NAME_LENGTH);
    members.truncated = `"truncated":${JSON.stringify(distinct(short.slice(0, 2 * MAX_NAMES)).slice(0, MAX_NAMES))}`;
  }
  return Object.values(members);
}

/** The items of a list as far as they may be written; one that is not whole is left out. */
function itemsOf(list: readonly unknown[], inside: Place): string[] {
  const { bounds } = inside;
  const items: string[] = [];
  for (const index of list.slice(0, bounds.most).keys()) {
    const item = write(list, index, inside) || 'null';
    if (bounds.left < 0) break;
    items.push(item);
  }
  if (list.length > items.length) bounds.isCut = true;
  return items;
}

/** A text without what no store gives back: NUL, and half of a surrogate pair. JSON writes both as escapes. */
function quote(text: string): string {
  const quoted = JSON.stringify(text);
  return quoted.includes('\\u')
    ? quoted.replace(/\\(u(?:d[89a-f]..|0000)|.)/g, (all, code) => (code[4] ? '\ufffd' : all))
    : quoted;
}

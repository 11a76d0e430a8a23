import { MAX_JSON_DEPTH, MAX_TEXT_LENGTH } from '@cvq/contract/constants';
import { warn } from './warn.ts';

/** The collector refuses what is nested deeper, and an event's properties are nested in a batch already. */
const MAX_DEPTH = MAX_JSON_DEPTH - 8;
/**
 * A page may pass a graph of objects that has no end, such as an element of its framework. One property may use half of
 * what is left.
 */
const MAX_VALUES = 40_000;
/** How many of those that were cut are named. */
const MAX_NAMES = 10;

type Readable = { toJSON?: (name: string) => unknown } & Record<string, unknown>;
/** How many values may still be written, and whether some were left out. */
type Budget = { left: number; isCut?: boolean };
type Place = { readonly above: readonly unknown[]; readonly budget: Budget };

/**
 * JSON that the collector takes: texts are cut to what it takes, since it refuses longer ones and with them the event.
 * A value that cannot be written is left out and named: one that refers to itself, a BigInt, one that throws when it is
 * read, a node of the document. Written by hand, since JSON.stringify throws all away for one of them, and asks a
 * `toJSON` of all arrays and objects that old libraries have.
 */
export function json(value: unknown): string {
  return write({ '': value }, '', { above: [], budget: { left: MAX_VALUES } }) || '{}';
}

/** The JSON of what a holder has under a name; undefined for what JSON leaves out. */
function write(holder: object, name: string | number, { above, budget }: Place): string | undefined {
  try {
    const value = (holder as Readable)[name];
    if (--budget.left < 0) {
      budget.isCut = true;
      return undefined;
    }
    if (typeof value === 'string') return quote(value.slice(0, MAX_TEXT_LENGTH));
    // Throws for a BigInt.
    if (typeof value !== 'object' || !value) return JSON.stringify(value);
    if ('ownerDocument' in value || above.includes(value) || above.length > MAX_DEPTH) throw value;
    const inside = { above: [...above, value], budget };
    const { toJSON } = value as Readable;
    if (Array.isArray(value)) return `[${itemsOf(value, inside)}]`;
    // That of all objects is a library's; that of a date is its own.
    if (toJSON?.call && toJSON !== (Object.prototype as Readable).toJSON)
      return write({ [name]: toJSON.call(value, `${name}`) }, name, inside);
    const cut: string[] = [];
    const isProperties = name === 'properties' && above.length === 1;
    const members = Object.keys(value).map((member) => {
      // One that is too much leaves room for those after it.
      const share = isProperties ? { left: budget.left / 2, isCut: false } : budget;
      const { left } = share;
      const written = member === '__proto__' ? undefined : write(value, member, { ...inside, budget: share });
      if (isProperties) budget.left -= left - share.left;
      if (isProperties && share.isCut) cut.push(member);
      return written && `${quote(member)}:${written}`;
    });
    if (cut.length) {
      warn('cut-event', (above[0] as Readable).event_type);
      members.push(`"truncated":${JSON.stringify(cut.slice(0, MAX_NAMES))}`);
    }
    return `{${members.filter(Boolean)}}`;
  } catch {
    warn('lost-value', name);
    return undefined;
  }
}

/** The items of a list as far as they may be written; one that is not whole is left out. */
function itemsOf(list: readonly unknown[], inside: Place): string[] {
  const items: string[] = [];
  for (const index of list.slice(0, MAX_TEXT_LENGTH).keys()) {
    const item = write(list, index, inside) || 'null';
    if (inside.budget.left < 0) break;
    items.push(item);
  }
  if (list.length > items.length) inside.budget.isCut = true;
  return items;
}

/** A text without what no store gives back: NUL, and half of a surrogate pair. JSON writes both as escapes. */
function quote(text: string): string {
  const quoted = JSON.stringify(text);
  return quoted.includes('\\u')
    ? quoted.replace(/\\(u(?:d[89a-f]..|0000)|.)/g, (all, code) => (code[4] ? '\ufffd' : all))
    : quoted;
}

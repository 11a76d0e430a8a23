import { MAX_JSON_DEPTH, MAX_TEXT_LENGTH } from '@cvq/contract/constants';
import { warn } from './warn.ts';

/** The collector refuses what is nested deeper, and an event's properties are nested in a batch already. */
const MAX_DEPTH = MAX_JSON_DEPTH - 8;
/** A page may pass a graph of objects that has no end, such as an element of its framework. */
const MAX_VALUES = 20_000;

type Readable = { toJSON?: (name: string) => unknown } & Record<string, unknown>;
type Place = { readonly above: readonly unknown[]; readonly budget: { left: number } };

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
    budget.left--;
    if (typeof value === 'string') return quote(value.slice(0, MAX_TEXT_LENGTH));
    // Throws for a BigInt.
    if (typeof value !== 'object' || !value) return JSON.stringify(value);
    if ('ownerDocument' in value || above.includes(value) || above.length > MAX_DEPTH || budget.left < 0)
      throw value;
    const inside = { above: [...above, value], budget };
    const { toJSON } = value as Readable;
    if (Array.isArray(value))
      return `[${[...value.slice(0, MAX_TEXT_LENGTH).keys()].map((index) => write(value, index, inside) || 'null')}]`;
    // That of all objects is a library's; that of a date is its own.
    if (toJSON?.call && toJSON !== (Object.prototype as Readable).toJSON)
      return write({ [name]: toJSON.call(value, `${name}`) }, name, inside);
    const members = Object.keys(value).map((member) => {
      const written = member === '__proto__' ? undefined : write(value, member, inside);
      return written && `${quote(member)}:${written}`;
    });
    return `{${members.filter(Boolean)}}`;
  } catch {
    warn('lost-value', name);
    return undefined;
  }
}

/** A text without what no store gives back: NUL, and half of a surrogate pair. JSON writes both as escapes. */
function quote(text: string): string {
  const quoted = JSON.stringify(text);
  return quoted.includes('\\u')
    ? quoted.replace(/\\(u(?:d[89a-f]..|0000)|.)/g, (all, code) => (code[4] ? '\ufffd' : all))
    : quoted;
}

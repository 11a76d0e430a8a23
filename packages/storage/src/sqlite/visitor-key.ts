/** What the SDK and tag managers write beside the digits of an id, and the half byte that each is. */
const MARKS = [
  ['_', 'a'],
  ['.', 'b'],
  ['-', 'c'],
] as const;
const HALF_BYTES = new Map<string, string>(MARKS);
const CHARACTERS = new Map<string, string>([
  ...MARKS.map(([mark, half]) => [half, mark] as const),
  ['f', ''],
]);

/**
 * What visitors have in the column `key`: the text of an id, or its digits and marks as half bytes, with `f` after the
 * last of an odd number.
 */
export type VisitorKey = string | Buffer;

/** How the id of a visitor is stored: in half of its room, where all of it is digits and marks. */
export function visitorKeyOf(id: string): VisitorKey {
  if (!/^[0-9_.-]+$/.test(id)) return id;
  const hex = id.replaceAll(/[^0-9]/g, (mark) => HALF_BYTES.get(mark) as string);
  return Buffer.from(hex.length % 2 === 0 ? hex : `${hex}f`, 'hex');
}

/** The id of a visitor that is stored so. */
export function visitorIdOf(key: VisitorKey): string {
  if (typeof key === 'string') return key;
  return key.toString('hex').replaceAll(/[a-f]/g, (half) => CHARACTERS.get(half) as string);
}

import fc from 'fast-check';

/** The first of the halves of surrogate pairs, which are no characters, and how many they are. */
const HALVES_FROM = 0xd800;
const HALVES = 0x800;

/** Any character of Unicode, for `unit` of texts. The `'binary'` of fast-check is the same, and lists a million of them first. */
export const anyCharacter = fc.nat({ max: 0x10ffff - HALVES }).map(
  (index) => String.fromCodePoint(index < HALVES_FROM ? index : index + HALVES),
  (character) => indexOf(character as string),
);

/** As the other way asks for it, of what may be no character at all. */
function indexOf(text: string): number {
  const codePoint = text.codePointAt(0);
  if (codePoint === undefined || String.fromCodePoint(codePoint) !== text || !text.isWellFormed())
    throw new Error('Not one character');
  return codePoint < HALVES_FROM ? codePoint : codePoint - HALVES;
}

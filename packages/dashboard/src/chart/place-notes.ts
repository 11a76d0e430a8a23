/** About as wide as a letter of an annotation is, and how far its words stand off its line. */
const LETTER = 6.4;
const OFF = 8;

/** Which side of their line words stand on; null where those of a later day leave no room. */
type NoteSide = 'left' | 'right' | null;

/** Where the words of annotations stand, of which `spots` are in the order of their days, on a chart of a width. */
export function placeNotes(
  spots: readonly { readonly x: number; readonly text: string }[],
  width: number,
): NoteSide[] {
  const taken: (readonly [number, number])[] = [];
  return spots
    .toReversed()
    .map(({ x, text }): NoteSide => {
      const long = text.length * LETTER;
      const isLeft = x + long > width;
      const from = isLeft ? x - OFF - long : x + OFF;
      if (taken.some(([start, end]) => from < end && from + long > start)) return null;
      taken.push([from, from + long]);
      return isLeft ? 'left' : 'right';
    })
    .reverse();
}

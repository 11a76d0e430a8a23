import { UNREADABLE } from '../accounts/unreadable.ts';

/** Enough for every id, address and name that there may be. */
const MAX_CHARACTERS = 1_000;
const CUT = ' … ';

const UNPRINTABLE = new RegExp(`${UNREADABLE.source}|\\p{Cs}`, 'gu');

/**
 * A text from outside as a terminal may show it: on one line, and with what would move the cursor, change colours or turn
 * the direction of the text written as in JSON, such as `\u001b`. What JSON holds stays the same JSON.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same without the middle of what is longer than 1,000 characters: a message ends with what to do. */
export function printableBrief(text: string): string {
  const characters = [...text];
  if (characters.length <= MAX_CHARACTERS) return printable(text);
  const half = Math.floor((MAX_CHARACTERS - CUT.length) / 2);
  return printable([...characters.slice(0, half), CUT, ...characters.slice(-half)].join(''));
}

import { readWholeNumber } from '../read-whole-number.ts';

/** By what a platform knows a conversion of a click: the click, and when it converted, to the second. */
type ClickKey = { readonly click: string; readonly at: number };

/** `at` in epoch milliseconds. */
export function clickKeyOf(click: string, at: number): string {
  return `${click}@${Math.floor(at / 1_000)}`;
}

/** Null for a key that is of no click. */
export function readClickKey(key: string): ClickKey | null {
  const at = key.lastIndexOf('@');
  const seconds = at < 1 ? null : readWholeNumber(key.slice(at + 1), 0, Number.MAX_SAFE_INTEGER);
  return seconds === null ? null : { click: key.slice(0, at), at: seconds * 1_000 };
}

/** The key of a conversion of the same click that is told to be so much later; a key that is of no click is as it was. */
export function clickKeyAfter(key: string, seconds: number): string {
  const read = readClickKey(key);
  return read === null ? key : clickKeyOf(read.click, read.at + seconds * 1_000);
}

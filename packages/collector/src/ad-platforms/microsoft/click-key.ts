import { readWholeNumber } from '../../read-whole-number.ts';

/** By what Microsoft knows a conversion of a click: the click, and when it converted, to the second. */
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

/** The key of another conversion of the same click in the same second: it is told to be a second later. */
export function clickKeyAfter(key: string): string {
  const read = readClickKey(key);
  return read === null ? key : clickKeyOf(read.click, read.at + 1_000);
}

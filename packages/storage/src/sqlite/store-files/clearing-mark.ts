import { closeSync, openSync, statSync, utimesSync } from 'node:fs';

/** So far apart a write and its mark are at most. */
const APART_MS = 60_000;

const markOf = (file: string) => `${file}-cleared`;

/**
 * To be called right before unused bytes of a database are overwritten in the file itself, and right after: whoever watches that
 * nobody but SQLite writes it is told so by a mark beside it.
 */
export function noteClearing(file: string): void {
  const mark = markOf(file);
  closeSync(openSync(mark, 'a'));
  const now = new Date();
  utimesSync(mark, now, now);
}

/** Whether a database was written last by a clearing, as far as its time tells. */
export function isOfClearing(file: string, mtimeMs: number): boolean {
  const mark = statSync(markOf(file), { throwIfNoEntry: false });
  return mark !== undefined && Math.abs(mark.mtimeMs - mtimeMs) <= APART_MS;
}

import { readFileSync } from 'node:fs';

const FILE = new URL('../../data/passwords/common.txt', import.meta.url);

let known: ReadonlySet<string> | null = null;

/**
 * Whether a password is among the most common ones, whatever its capitals. The list has those that are long enough to be
 * allowed at all.
 */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(readFileSync(FILE, 'utf8').trimEnd().split('\n'));
  return known.has(password.toLowerCase());
}

import { count, type Writing } from './numbers.ts';

/** How many there are, as a sentence begins with: `One agency waits`, `12 agencies wait`. */
export function oneOrMany(
  number: number,
  [one, many]: readonly [one: string, many: string],
  writing: Writing,
): string {
  return number === 1 ? `One ${one}` : `${count(number, writing)} ${many}`;
}

import { Refused } from '../accounts/refused.ts';
import { UNREADABLE } from '../accounts/unreadable.ts';

type Place = { readonly field: string; readonly entry?: number };

/**
 * Refuses a text that is blank, or has a character in it that nobody sees: copied along, it would name something that the
 * platform does not have.
 * @throws Refused naming the field
 */
export function requireReadable(text: string, place: Place): void {
  if (text.trim() === '')
    throw new Refused('bad_value', {
      ...place,
      problem: 'It is blank.',
      fix: 'Give a value, or leave it out.',
    });
  const [unreadable] = UNREADABLE.exec(text) ?? [];
  if (unreadable === undefined) return;
  throw new Refused('bad_value', {
    ...place,
    problem: `There is a character in it that cannot be seen: ${nameOf(unreadable)}.`,
    fix: 'Write it anew, without control characters and line breaks.',
  });
}

function nameOf(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

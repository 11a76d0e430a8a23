import { MAX_ID_LENGTH } from '@cvq/contract';
import type { ErasedBy } from '@cvq/storage';
import { parseEmail } from '../accounts/fields.ts';
import { Refused } from '../accounts/refused.ts';

/** Whom somebody wants erased, by what they are known by. */
export type NamedPerson = { readonly by: ErasedBy; readonly value: string };

/**
 * A person as somebody named them.
 * @throws Refused where it can be nobody's id or address
 */
export function parseNamedPerson({ by, value }: NamedPerson): NamedPerson {
  const text = by === 'email' ? value.trim() : value;
  if (by === 'email') refuseNoAddress(text);
  if (text !== '' && text.length <= MAX_ID_LENGTH && text.isWellFormed()) return { by, value: text };
  throw new Refused('bad_value', {
    field: 'value',
    problem: 'Invalid id.',
    fix: `An id has 1 to ${MAX_ID_LENGTH} characters.`,
  });
}

function refuseNoAddress(text: string): void {
  try {
    parseEmail(text);
  } catch (error) {
    if (error instanceof Refused)
      throw new Refused(error.reason, { field: 'value', problem: error.problem, fix: error.fix });
    throw error;
  }
}

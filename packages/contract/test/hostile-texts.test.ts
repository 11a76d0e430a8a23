import {
  clickIdName,
  cutText,
  hasAtSign,
  mayHaveSecrets,
  redact,
  withoutClickIds,
  withoutEmails,
} from '@cvq/contract/redact';
import { separateUserData, userDataFieldOf } from '@cvq/contract/separate-user-data';
import { describe, expect, it } from 'vitest';

/**
 * Strangers choose the texts that are looked through, and all projects wait meanwhile: what takes the square of a length takes
 * seconds for some kilobytes. No time is measured here: such a pattern ends only after the limit of the test.
 */
const ATOMS = [
  ...['saml', 'token', 'confirm', 'phone', 'name', 'first', 'session', 'address', 'key'],
  ...[
    'a',
    'A',
    '1',
    ' ',
    '_',
    '-',
    '.',
    '@',
    '%',
    '%25',
    '%40',
    '&',
    '&amp;',
    '=',
    '/',
    ':',
    '//',
    'gclid=',
    'é',
  ],
];
const ENDS = ['&a=b', '=', '\n!'];
const LENGTH = 16_384;

const LOOKS: readonly ((text: string) => unknown)[] = [
  redact,
  withoutEmails,
  mayHaveSecrets,
  withoutClickIds,
  hasAtSign,
  (text) => cutText(text, LENGTH / 2),
  (text) => clickIdName().test(text),
  (text) => redact(`/?${text}=${text}`, ['own']),
  (text) => userDataFieldOf(text, 'x'),
  (text) => userDataFieldOf('phone', text),
  (text) => separateUserData({ customer_name: text, note: { [text]: text } }),
];

describe('a text that is made to take long', () => {
  it.each(ATOMS)('of %j and others comes to an end', { timeout: 60_000 }, (first) => {
    for (const second of ATOMS) {
      const filling = (first + second).repeat(LENGTH / (first + second).length);
      for (const end of ENDS) for (const look of LOOKS) look(filling + end);
    }
  });

  it('of spaces between two words is two names', () => {
    expect(separateUserData({ customer_name: `Ada${' '.repeat(200_000)}King Lovelace ` }).found).toEqual({
      first_name: `Ada${' '.repeat(200_000)}King`,
      last_name: 'Lovelace',
    });
  });

  it('as the name of an object is looked at by its end, for each of its members', () => {
    const members = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`m${index}`, index]));
    const outer = `${'x'.repeat(80_000)} customer`;
    const { found, properties } = separateUserData({ [outer]: { ...members, name: 'Ada Lovelace' } });
    expect(found).toEqual({ first_name: 'Ada', last_name: 'Lovelace' });
    expect(properties).toEqual({ [outer]: members });
  });
});

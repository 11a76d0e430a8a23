import { expect, it } from 'vitest';
import { type ErasureNumbers, takenWords, unreadableWords } from '../src/words/erasure-words.ts';

const NOTHING: ErasureNumbers = {
  ...{ users: 1, visitors: 1, events: 1, conversions: 1, sessions: 1, values: 0, texts: 0, user_data: 0 },
  ...{ deliveries: 0, ad_deliveries: 3, ad_deliveries_taken: 0, ad_deliveries_maybe_taken: 0 },
};
const WRITING = { locale: 'en', currency: 'EUR' };

it.each([
  [0, 0, null],
  [1, 0, 'Ad platforms have taken 1 conversion of this person.'],
  [2, 1, 'Ad platforms have taken 2 conversions of this person, and may have taken 1 more.'],
  [0, 3, 'Ad platforms may have taken 3 conversions of this person.'],
])('of what platforms took, %d for certain and %d maybe, the receipt says %s', (taken, maybe, said) => {
  const numbers = { ...NOTHING, ad_deliveries_taken: taken, ad_deliveries_maybe_taken: maybe };
  const whole = said && `${said} That cannot be called back: ask them to erase it.`;
  expect(takenWords(numbers, WRITING)).toBe(whole);
});

it('what an address was not looked for in is said with what finds whoever is only there', () => {
  expect([null, 0].map((none) => unreadableWords(none, WRITING))).toEqual([null, null]);
  const rest =
    'cannot be read, since its secret is lost: whoever is only there is found by a user id or a visitor id.';
  expect(unreadableWords(1, WRITING)).toBe(`The user data of 1 event ${rest}`);
  expect(unreadableWords(2000, WRITING)).toBe(`The user data of 2,000 events ${rest}`);
});

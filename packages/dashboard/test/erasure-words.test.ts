import { expect, it } from 'vitest';
import { type ErasureNumbers, takenWords } from '../src/words/erasure-words.ts';

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

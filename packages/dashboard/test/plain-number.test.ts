import { expect, it } from 'vitest';
import { plainNumber } from '../src/words/plain-number.ts';

it('a number is what is written in digits', () => {
  expect(['0', ' 24 ', '0.5'].map(plainNumber)).toEqual([0, 24, 0.5]);
});

it.each(['', ' ', '1e2', '0x1E', '+5', '-1', '1,5', 'one'])('%j is no number, and no zero', (text) => {
  expect(plainNumber(text)).toBeNaN();
});

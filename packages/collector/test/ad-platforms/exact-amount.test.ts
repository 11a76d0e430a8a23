import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exactAmount } from '../../src/ad-platforms/exact-amount.ts';

it('takes the dust of sums off, and nothing else', () => {
  const cents = fc.integer({ min: 0, max: 99_999_999_999 });
  fc.assert(
    fc.property(cents, cents, fc.constantFrom(1, 100, 1_000), (a, b, parts) => {
      expect(exactAmount(a / parts + b / parts)).toBe((a + b) / parts);
      expect(exactAmount(a / parts)).toBe(a / parts);
    }),
  );
});

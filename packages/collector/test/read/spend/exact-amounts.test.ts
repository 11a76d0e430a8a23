import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exchangeTo } from '../../../src/read/spend/exchange-to.ts';
import { toAmount } from '../../../src/read/spend/to-amount.ts';

const rate = (date: string, value: number, from = 'USD', to = 'EUR') => ({ date, from, to, rate: value });
const on = (date: string, micros: bigint, currency = 'USD') => ({ date, micros, currency });
const ONE = 10n ** 18n;

it('a currency is worth what the rate of the day says, or the last one before it', () => {
  const worthOf = exchangeTo('EUR', [
    rate('2026-11-10', 0.5),
    rate('2026-11-12', 2),
    rate('2026-11-01', 3, 'EUR', 'USD'),
  ]);
  expect(worthOf(on('2026-11-09', 1_000_000n))).toBeNull();
  expect(worthOf(on('2026-11-10', 1_000_000n))).toBe(ONE / 2n);
  expect(worthOf(on('2026-11-11', 1_000_000n))).toBe(ONE / 2n);
  expect(worthOf(on('2026-11-30', 1_000_000n))).toBe(2n * ONE);
  expect(worthOf(on('2026-11-30', 1n, 'EUR')), 'its own').toBe(10n ** 12n);
  expect(worthOf(on('2026-11-30', 1n, 'JPY'))).toBeNull();
  expect(worthOf(on('2026-11-30', 0n, 'JPY')), 'nothing is nothing everywhere').toBe(0n);
});

it('amounts are rounded once, half to even, to the minor unit of the currency', () => {
  const cents = (thousandths: bigint, currency = 'EUR') => toAmount(thousandths * 10n ** 15n, currency);
  expect([10_004n, 10_005n, 10_006n, 10_015n].map((amount) => cents(amount))).toEqual([10, 10, 10.01, 10.02]);
  expect([-10_004n, -10_005n, -10_006n].map((amount) => cents(amount))).toEqual([-10, -10, -10.01]);
  expect(cents(10_500n, 'JPY')).toBe(10);
  expect(cents(11_500n, 'JPY')).toBe(12);
  expect(cents(10_005n, 'KWD')).toBe(10.005);
  expect(toAmount(10n ** 13n * 5n, 'EUR'), 'less than a cent').toBe(0);
  expect(toAmount(-(10n ** 13n) * 5n, 'EUR'), 'less than a cent of credit').toBe(0);
});

it('nothing is lost of any sum: amounts of a rate add up as fractions do', () => {
  const micros = fc.bigInt(-(2n ** 62n), 2n ** 62n);
  expect(exchangeTo('EUR', [rate('2026-11-01', 1e-7)])(on('2026-11-02', 1n))).toBe(10n ** 5n);
  const digits = fc.tuple(fc.nat(999_999), fc.nat(9_999)).map(([whole, rest]) => [whole, rest] as const);
  fc.assert(
    fc.property(fc.array(micros), digits, (amounts, [whole, rest]) => {
      const value = Number(`${whole}.${String(rest).padStart(4, '0')}`);
      fc.pre(value > 0);
      const worthOf = exchangeTo('EUR', [rate('2026-11-01', value)]);
      const sum = amounts.reduce((total, each) => total + (worthOf(on('2026-11-02', each)) ?? 0n), 0n);
      const exact =
        amounts.reduce((total, each) => total + each, 0n) * (BigInt(whole) * 10_000n + BigInt(rest));
      expect(sum).toBe(exact * 10n ** 8n);
    }),
  );
});

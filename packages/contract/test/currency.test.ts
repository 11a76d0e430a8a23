import { minorDigits, toMajorUnits, toMinorUnits } from '@cvq/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const currency = fc.constantFrom('EUR', 'USD', 'JPY', 'KRW', 'KWD', 'BHD', 'CLF', 'XXX');

describe('minor units', () => {
  it.each([
    ['EUR', 2],
    ['USD', 2],
    ['JPY', 0],
    ['ISK', 0],
    ['KWD', 3],
    ['TND', 3],
    ['CLF', 4],
    ['ZZZ', 2],
  ])('of %s have %i digits', (code, digits) => {
    expect(minorDigits(code)).toBe(digits);
  });

  it.each<[amount: number, code: string, minor: number]>([
    [129.9, 'EUR', 12_990],
    [99.99, 'EUR', 9999],
    [0.1 + 0.2, 'EUR', 30],
    [19.99, 'USD', 1999],
    [1.1, 'EUR', 110],
    [4.35, 'EUR', 435],
    [1.115, 'EUR', 112],
    [500, 'JPY', 500],
    [12.345, 'KWD', 12_345],
    [1.2345, 'CLF', 12_345],
    [0, 'EUR', 0],
    [-129.9, 'EUR', -12_990],
    [1e-7, 'EUR', 0],
    [1e21, 'JPY', 1e21],
    [1e21, 'EUR', 1e23],
  ])('of %d %s are %d, without the dust of floats', (amount, code, minor) => {
    expect(toMinorUnits(amount, code)).toBe(minor);
  });

  it.each<[amount: number, code: string, minor: number]>([
    [1.005, 'EUR', 100],
    [1.015, 'EUR', 102],
    [1.025, 'EUR', 102],
    [0.005, 'EUR', 0],
    [0.015, 'EUR', 2],
    [0.5, 'JPY', 0],
    [1.5, 'JPY', 2],
    [2.5, 'JPY', 2],
    [1.0005, 'KWD', 1000],
    [1.0015, 'KWD', 1002],
    [-1.005, 'EUR', -100],
    [-1.015, 'EUR', -102],
    [-0.5, 'JPY', 0],
    [-1.5, 'JPY', -2],
    [1.00501, 'EUR', 101],
    [1.00499, 'EUR', 100],
  ])('of %d %s are %d: a half goes to the even neighbour', (amount, code, minor) => {
    expect(toMinorUnits(amount, code)).toBe(minor);
  });

  it('are whole, and at most half a unit away', () => {
    const amount = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(amount, currency, (value, code) => {
        const minor = toMinorUnits(value, code);
        expect(Number.isInteger(minor)).toBe(true);
        expect(Object.is(minor, -0)).toBe(false);
        const distance = Math.abs(value * 10 ** minorDigits(code) - minor);
        expect(distance).toBeLessThanOrEqual(0.5 + 1e-2);
      }),
    );
  });

  it('of the opposite amount are the opposite', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), currency, (value, code) => {
        expect(toMinorUnits(-value, code) + toMinorUnits(value, code)).toBe(0);
      }),
    );
  });
});

describe('major units', () => {
  it.each<[minor: number, code: string, major: number]>([
    [12_990, 'EUR', 129.9],
    [1, 'EUR', 0.01],
    [12_990, 'JPY', 12_990],
    [12_345, 'KWD', 12.345],
    [-100, 'EUR', -1],
    [0, 'EUR', 0],
    [1e21, 'EUR', 1e19],
    [1e23, 'JPY', 1e23],
  ])('of %d in %s are %d', (minor, code, major) => {
    expect(toMajorUnits(minor, code)).toBe(major);
  });

  it('of whole minor units come back as they were, up to the largest', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), currency, (minor, code) => {
        // Past 2^53 / 10^digits a number in major units has no room for every minor unit.
        fc.pre(Math.abs(minor) < 1e15);
        expect(toMinorUnits(toMajorUnits(minor, code), code)).toBe(minor);
      }),
    );
  });

  it('of an amount with the digits of its currency are that amount', () => {
    const whole = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
    fc.assert(
      fc.property(whole, fc.nat({ max: 9999 }), currency, (units, fraction, code) => {
        const digits = minorDigits(code);
        const cents = String(fraction).padStart(4, '0').slice(0, digits);
        const amount = Number(digits === 0 ? units : `${units}.${cents}`);
        expect(toMajorUnits(toMinorUnits(amount, code), code)).toBe(amount);
      }),
    );
  });
});

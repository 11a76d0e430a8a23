import fc from 'fast-check';
import { expect, it } from 'vitest';
import { REPORT_TIME_ZONES } from '../../../../examples/mock-ad-platforms/microsoft/report-time-zones.ts';
import { ZONES_OF_MICROSOFT } from '../../src/ad-platforms/microsoft/time-zones.ts';
import { toMicros } from '../../src/ad-platforms/to-micros.ts';

it.each([
  ['0', 0n],
  ['0.1', 100_000n],
  ['12.34', 12_340_000n],
  ['-3.5', -3_500_000n],
  ['1.2345670', 1_234_567n],
  ['0.1234567', null],
  ['1,234.5', null],
  ['1e3', null],
  ['', null],
  ['.5', null],
  ['NaN', null],
])('an amount of %j is %s millionths', (text, micros) => expect(toMicros(text)).toBe(micros));

it('every decimal of up to six digits behind the point is exact', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), (micros) => {
      const digits = `${micros}`.padStart(7, '0');
      expect(toMicros(`${digits.slice(0, -6)}.${digits.slice(-6)}`)).toBe(micros);
    }),
  );
});

it('every time zone of a Microsoft report has one of IANA', () => {
  expect(Object.keys(ZONES_OF_MICROSOFT).toSorted()).toEqual([...REPORT_TIME_ZONES].toSorted());
  for (const zone of Object.values(ZONES_OF_MICROSOFT))
    expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
});

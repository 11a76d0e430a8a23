import { parseTimestamp } from '@cvq/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../test/builders/any-character.ts';

const TEN = Date.UTC(2026, 10, 21, 10);
const MINUTE = 60_000;

/** Every date that ISO 8601 writes with four digits of a year. */
const date = fc.date({
  min: new Date('0000-01-01T00:00:00.000Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

describe('a timestamp', () => {
  it.each<[text: string, ms: number]>([
    ['2026-11-21T10:00:00.000Z', TEN],
    ['2026-11-21T10:00:00Z', TEN],
    ['2026-11-21T10:00Z', TEN],
    ['2026-11-21t10:00:00z', TEN],
    ['2026-11-21 10:00:00Z', TEN],
    ['2026-11-21T10:00:00', TEN],
    ['2026-11-21', Date.UTC(2026, 10, 21)],
    ['2026-11-21T12:00:00+02:00', TEN],
    ['2026-11-21T12:00:00+0200', TEN],
    ['2026-11-21T12:00:00+02', TEN],
    ['2026-11-21T15:45:00+05:45', TEN],
    ['2026-11-21T06:30:00-03:30', TEN],
    ['2026-11-22T00:00:00+14:00', TEN],
    ['2026-11-20T22:00:00-12:00', TEN],
    ['2026-11-21T10:00:00+00:00', TEN],
    ['2026-11-21T10:00:00-00:00', TEN],
    ['2026-11-21T10:00:00.1Z', TEN + 100],
    ['2026-11-21T10:00:00.12Z', TEN + 120],
    ['2026-11-21T10:00:00,123Z', TEN + 123],
    ['2026-11-21T10:00:00.123999999Z', TEN + 123],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['2000-02-29T00:00:00Z', Date.UTC(2000, 1, 29)],
    ['1970-01-01T00:00:00Z', 0],
    ['1969-12-31T23:59:59.999Z', -1],
    ['0099-01-01T00:00:00Z', Date.parse('0099-01-01T00:00:00Z')],
    ['0000-02-29T00:00:00Z', Date.parse('0000-02-29T00:00:00Z')],
  ])('is read in every form of ISO 8601: %s', (text, ms) => {
    expect(parseTimestamp(text)).toBe(ms);
  });

  it.each([
    '',
    'now',
    '1795255200000',
    '2026-11-21T',
    '2026-11-21T10',
    '2026-11-21T10:00:00.Z',
    '2026-11-21T10:00:00 Z',
    '2026-11-21T10:00:00ZZ',
    '2026-11-21T10:00:00Z\n',
    ' 2026-11-21T10:00:00Z',
    '2026-11-21Z',
    '2026-1-2T10:00:00Z',
    '26-11-21T10:00:00Z',
    '+002026-11-21T10:00:00Z',
    '2026-00-21T10:00:00Z',
    '2026-13-21T10:00:00Z',
    '2026-11-00T10:00:00Z',
    '2026-11-31T10:00:00Z',
    '2026-02-29T10:00:00Z',
    '1900-02-29T10:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T10:60:00Z',
    '2026-11-21T10:00:60Z',
    '2026-11-21T10:00:00+24:00',
    '2026-11-21T10:00:00+02:60',
    '2026-11-21T10:00:00+2',
    '2026-11-21T10:00:00+2:00',
    '11/21/2026',
    'Sat, 21 Nov 2026 10:00:00 GMT',
  ])('is refused in any other form, and on a day that does not exist: %j', (text) => {
    expect(parseTimestamp(text)).toBeNull();
  });

  it('is read as every Date writes it', () => {
    fc.assert(
      fc.property(date, (value) => {
        expect(parseTimestamp(value.toISOString())).toBe(value.getTime());
      }),
    );
  });

  it('is the same instant at any offset', () => {
    const minutes = fc.integer({ min: -(23 * 60 + 59), max: 23 * 60 + 59 });
    const anyDate = fc.date({
      min: new Date('0001-01-01T00:00:00.000Z'),
      max: new Date('9998-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anyDate, minutes, fc.constantFrom(':', ''), (value, offset, colon) => {
        const local = new Date(value.getTime() + offset * MINUTE).toISOString().replace('Z', '');
        const sign = offset < 0 ? '-' : '+';
        const two = (part: number) => String(part).padStart(2, '0');
        const [hours, rest] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
        const text = `${local}${sign}${two(hours)}${colon}${two(rest)}`;
        expect(parseTimestamp(text), text).toBe(value.getTime());
      }),
    );
  });

  it('exists on every day of the calendar and on no other', () => {
    const parts = fc.tuple(
      fc.integer({ min: 0, max: 9999 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
    );
    fc.assert(
      fc.property(parts, ([year, month, day]) => {
        const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        const ms = parseTimestamp(text);
        expect(ms !== null).toBe(day >= 1 && day <= daysIn(year, month));
        if (ms !== null) expect(new Date(ms).toISOString()).toBe(`${text}T00:00:00.000Z`);
      }),
      { numRuns: 500 },
    );
  });

  it('never throws on any text', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => void parseTimestamp(text)));
  });
});

/** The rule of the Gregorian calendar; a month that is none has no day. */
function daysIn(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

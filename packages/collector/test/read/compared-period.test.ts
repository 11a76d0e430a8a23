import type { ComparisonQuery } from '@cvq/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedPeriod, describeCompared } from '../../src/read/compared-period.ts';
import { type NamedRange, resolveRange } from '../../src/read/range.ts';
import { zoned } from '../../src/read/zoned.ts';

/** A Saturday, 11:00 in Berlin. */
const SATURDAY = Date.parse('2026-11-21T10:00:00Z');
const HALF_HOURS = ['Asia/Kolkata', 'Australia/Lord_Howe'];
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', ...HALF_HOURS];

type Asked = ComparisonQuery & NamedRange & { readonly now?: number; readonly timezone?: string };

function compared({ now = SATURDAY, timezone = 'Europe/Berlin', ...args }: Asked) {
  const range = resolveRange(args, { timezone, now });
  const found = comparedPeriod(args, { range, at: now });
  return found && { ...found, told: describeCompared(found, Date.parse('2026-11-01T00:00:00Z')) };
}

const daysOf = (asked: Asked) => {
  const found = compared(asked);
  return found && `${found.told.start_date} ${found.told.end_date}`;
};

describe('what is compared with', () => {
  it.each<[asked: Asked, days: string | null]>([
    [{ range: '7d' }, null],
    [{ range: '7d', compare: 'previous_period' }, '2026-11-08 2026-11-14'],
    [{ range: '7d', compare: 'previous_year' }, '2025-11-15 2025-11-21'],
    [{ range: '7d', compare: 'previous_year', match: 'date' }, '2025-11-15 2025-11-21'],
    [{ range: '7d', compare: 'previous_year', match: 'weekday' }, '2025-11-16 2025-11-22'],
    [
      { range: '7d', compare_start_date: '2026-03-01', compare_end_date: '2026-03-03' },
      '2026-03-01 2026-03-03',
    ],
    [{ range: '24h', compare: 'previous_year', match: 'weekday' }, '2025-11-21 2025-11-22'],
  ])('of %j is %s', (asked, days) => {
    expect(daysOf(asked)).toBe(days);
  });

  it('begins on the same weekday a year before, whatever the year', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: Date.parse('2015-01-01'), max: Date.parse('2035-01-01') }),
        fc.constantFrom('today', '7d', '30d', 'wtd', 'mtd', 'last_month'),
        (timezone, now, range) => {
          const asked = { range, compare: 'previous_year', match: 'weekday', now, timezone } as const;
          const found = compared(asked);
          expect(found?.range.start.dayOfWeek).toBe(resolveRange(asked, { timezone, now }).start.dayOfWeek);
          expect(found?.range.days).toBe(resolveRange(asked, { timezone, now }).days);
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each<[asked: Asked, code: string, says: RegExp]>([
    [{ compare_start_date: '2026-03-01' }, 'invalid_range', /compare_end_date go together/],
    [{ compare_end_date: '2026-03-01' }, 'invalid_range', /compare_start_date and/],
    [
      { compare_start_date: '2026-03-02', compare_end_date: '2026-03-01' },
      'invalid_range',
      /Of the days to compare with: start_date must not be after/,
    ],
    [
      { compare: 'previous_year', compare_start_date: '2026-03-01', compare_end_date: '2026-03-01' },
      'invalid_request',
      /compare must be left out/,
    ],
    [{ compare: 'previous_period', match: 'weekday' }, 'invalid_request', /match is for/],
    [{ compare_until: 'same_moment' }, 'invalid_request', /compare_until needs/],
  ])('is refused for %j', (asked, code, says) => {
    expect(() => compared(asked)).toThrow(expect.objectContaining({ code }));
    expect(() => compared(asked)).toThrow(says);
  });
});

describe('a comparison while the range is not over', () => {
  const untilOf = (asked: Asked) => compared(asked)?.told.until;

  it.each<[asked: Asked, until: string | null]>([
    [{ range: 'today', compare: 'previous_period' }, '2026-11-20T11:00:00+01:00'],
    [{ range: 'today', compare: 'previous_year', match: 'weekday' }, '2025-11-22T11:00:00+01:00'],
    [{ range: '30d', compare: 'previous_period' }, '2026-10-22T11:00:00+02:00'],
    [{ range: 'yesterday', compare: 'previous_period' }, null],
    [{ range: 'last_week', compare: 'previous_period' }, null],
    [{ range: '24h', compare: 'previous_period' }, null],
    // The 21st day of a month that has fewer days has nothing to stop at.
    [{ range: 'mtd', compare_start_date: '2026-02-01', compare_end_date: '2026-02-10' }, null],
    [
      { range: 'mtd', compare_start_date: '2026-02-01', compare_end_date: '2026-02-28' },
      '2026-02-21T11:00:00+01:00',
    ],
    // Half past two did not exist on that day.
    [
      { range: 'today', compare: 'previous_period', now: Date.parse('2026-03-30T00:30:00Z') },
      '2026-03-29T03:30:00+02:00',
    ],
    // A range that has not begun has as much as nothing, and so has the earlier one.
    [
      { start_date: '2026-11-23', end_date: '2026-11-24', compare: 'previous_period' },
      '2026-11-21T00:00:00+01:00',
    ],
  ])('of %j stops at %s', (asked, until) => {
    expect(untilOf(asked)).toBe(until);
  });

  it('counts all of the earlier period where that is asked for', () => {
    const found = compared({ range: 'today', compare: 'previous_period', compare_until: 'end' });
    expect(found?.until).toBeNull();
    expect(found?.period).toEqual({ from: found?.range.from, to: found?.range.to });
  });

  it('stops within the earlier period, at the same time on the wall, after as many days', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: Date.parse('2015-01-01'), max: Date.parse('2035-01-01') }),
        fc.constantFrom('today', '7d', '30d', 'wtd', 'mtd', 'qtd'),
        fc.constantFrom('previous_period', 'previous_year'),
        (timezone, now, range, compare) => {
          // A quarter may be longer than the ranges of a zone of half hours.
          fc.pre(range !== 'qtd' || !HALF_HOURS.includes(timezone));
          const asked = { range, compare, now, timezone, compare_until: 'same_moment' } as const;
          const found = compared(asked);
          if (found === null || found.until === null) throw new Error('Nothing is compared.');
          expect(found.until).toBeGreaterThanOrEqual(found.range.from);
          expect(found.until).toBeLessThan(found.range.to);
          const [own, earlier] = [zoned(now, timezone), zoned(found.until, timezone)];
          const since = (day: typeof own, start: typeof found.range.start) =>
            start.until(day.toPlainDate(), { largestUnit: 'day' }).days;
          const days = since(own, resolveRange(asked, { timezone, now }).start);
          expect(since(earlier, found.range.start)).toBe(days);
          const skips = Math.abs(own.toPlainTime().until(earlier.toPlainTime()).total('minutes'));
          // At a time that the clocks skip there it is as much later.
          expect([0, 30, 60]).toContain(skips);
          expect(found.counted.end.toString()).toBe(
            zoned(Math.max(found.range.from, found.until - 1), timezone)
              .toPlainDate()
              .toString(),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('complete', () => {
  const completeSince = (first: number | null) => {
    const args = { range: '7d', compare: 'previous_period' } as const;
    const range = resolveRange(args, { timezone: 'UTC', now: SATURDAY });
    const found = comparedPeriod(args, { range, at: SATURDAY });
    return found && describeCompared(found, first).complete;
  };

  it('is said of a period that began after the first event of the project', () => {
    const begins = Date.parse('2026-11-08T00:00:00Z');
    expect([begins - 1, begins, begins + 1, null].map(completeSince)).toEqual([true, true, false, false]);
  });
});

import type { CalendarDay, CalendarDays } from '@cvq/storage';
import { describe, expect, it } from 'vitest';
import { daysToRead, lastDays } from '../../src/spend/sync/days-to-read.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = Date.parse('2026-11-23T12:00:00Z');
const ZONE = 'Asia/Kolkata';

/** An account that is read at some times, each time what is due: what was read at each. */
function readAtTimes(times: readonly number[], timeZone: string | null = ZONE): CalendarDays[] {
  const readAt = new Map<CalendarDay, number>();
  return times.map((now) => {
    const days = daysToRead({ timeZone, readAt }, now);
    for (const day of each(days)) readAt.set(day, now);
    return days;
  });
}

function each({ first, last }: CalendarDays): CalendarDay[] {
  const count = (Date.parse(last) - Date.parse(first)) / DAY + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * DAY).toISOString().slice(0, 10),
  );
}

const every = (hours: number, days: number, from = NOON): number[] =>
  Array.from({ length: (days * 24) / hours + 1 }, (_, index) => from + index * hours * HOUR);
describe('the days that are read of an account', () => {
  it('are 90 the first time, and end with its own today', () => {
    expect(readAtTimes([NOON])).toEqual([{ first: '2026-08-26', last: '2026-11-23' }]);
    const late = Date.parse('2026-11-23T22:00:00Z');
    expect(lastDays(1, ZONE, late).last).toBe('2026-11-24');
    expect(lastDays(1, 'America/Los_Angeles', NOON - 5 * HOUR).last).toBe('2026-11-22');
    expect(lastDays(2, null, NOON - HOUR), 'of an unknown zone those that have begun everywhere').toEqual({
      first: '2026-11-21',
      last: '2026-11-22',
    });
  });

  it('are 7 then, and 28 once a week', () => {
    const lengths = readAtTimes(every(6, 30)).map((days) => each(days).length);
    expect(lengths.filter((length) => length > 7)).toEqual([90, 28, 28, 28, 28]);
    const weekly = lengths.flatMap((length, index) => (length === 28 ? [(index * 6) / 24] : []));
    expect(weekly).toEqual([7, 14, 21, 28]);
  });

  it.each([12, 24, 168])('leave no day out that a platform may restate, read every %i hours', (hours) => {
    const times = every(hours, 35);
    const lastRead = new Map<string, number>();
    for (const [index, days] of readAtTimes(times).entries())
      for (const day of each(days)) lastRead.set(day, times[index] ?? 0);
    for (let age = 8; age < 28; age += 1) {
      const day = new Date(NOON + (35 - age) * DAY).toISOString().slice(0, 10);
      expect((lastRead.get(day) ?? 0) - Date.parse(day), day).toBeGreaterThanOrEqual(5.5 * DAY);
    }
  });

  it('are all since the last that was settled, after a time without readings', () => {
    const before = every(6, 2);
    const away = NOON + 42 * DAY;
    // What was read last within six days after it may have been restated.
    expect(readAtTimes([...before, away, away + 6 * HOUR]).slice(-2)).toEqual([
      { first: '2026-11-20', last: '2027-01-04' },
      { first: '2026-12-29', last: '2027-01-04' },
    ]);
  });

  it('are no more than 90, however long nothing was read', () => {
    expect(readAtTimes([NOON, NOON + 400 * DAY]).map((days) => each(days).length)).toEqual([90, 90]);
  });

  it('are days of the calendar across a change of summer time', () => {
    const now = Date.parse('2026-11-02T05:30:00Z');
    expect(lastDays(7, 'America/Los_Angeles', now)).toEqual({ first: '2026-10-26', last: '2026-11-01' });
    expect(lastDays(2, 'Pacific/Chatham', Date.parse('2026-09-27T00:00:00Z'))).toEqual({
      first: '2026-09-26',
      last: '2026-09-27',
    });
  });
});

import { HOUR_MS } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { resolveRange } from '../../src/read/range.ts';
import { rangeWarnings } from '../../src/read/range-warnings.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const LONG_AGO = Date.parse('2025-01-01T00:00:00Z');

function warned(named: Parameters<typeof resolveRange>[0], firstEventAt: number | null = LONG_AGO) {
  const range = resolveRange(named, { timezone: 'Europe/Berlin', now: NOW });
  return rangeWarnings(range, { at: NOW, firstEventAt });
}

const codesOf = (...asked: Parameters<typeof warned>) => warned(...asked).map(({ code }) => code);

describe('a range', () => {
  it.each(['yesterday', 'last_week', '24h'] as const)(
    'that is over has nothing to be warned of: %s',
    (range) => {
      expect(warned({ range })).toEqual([]);
    },
  );

  it.each(['today', '7d', 'wtd', '12mo'] as const)('that ends today is not over: %s', (range) => {
    expect(codesOf({ range })).toEqual(['not_over']);
  });

  it('says up to when it has figures, in the time of the project', () => {
    const [warning] = warned({ range: 'today' });
    expect(warning?.message).toContain('up to 2026-11-21T11:00:00+01:00');
    expect(warning?.message).toContain('ends at 2026-11-22T00:00:00+01:00');
  });

  it('of a year to come has not begun', () => {
    expect(codesOf({ start_date: '2027-11-16', end_date: '2027-11-22' })).toEqual(['in_future']);
  });

  it('that begins before the first event says when that was', () => {
    const days = { start_date: '2026-11-01', end_date: '2026-11-10' };
    const begin = Date.parse('2026-10-31T23:00:00Z');
    expect(codesOf(days, begin)).toEqual([]);
    const [warning] = warned(days, begin + HOUR_MS);
    expect(warning).toMatchObject({
      code: 'before_first_event',
      message: expect.stringContaining('2026-11-01T01:00:00+01:00'),
    });
  });

  it('of a project without events is known to have measured nothing', () => {
    expect(codesOf({ range: '7d' }, null)).toEqual(['not_over', 'no_events']);
  });
});

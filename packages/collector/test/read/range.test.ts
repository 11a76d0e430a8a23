import { GRANULARITIES, type Granularity, RANGE_PRESETS, type RangePreset } from '@cvq/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/errors/api-error.ts';
import { readArguments } from '../../src/read/arguments/read-arguments.ts';
import { getOverview } from '../../src/read/operations/get-overview.ts';
import { type NamedRange, resolveGranularity, resolveRange } from '../../src/read/range.ts';
import { Temporal } from '../../src/temporal.ts';

const SATURDAY = '2026-11-21T10:00:00Z';

function rangeOf(query: NamedRange, { now = SATURDAY, timezone = 'UTC' } = {}) {
  return resolveRange(query, { now: Date.parse(now), timezone });
}

function daysOf(query: NamedRange, clock: { now?: string; timezone?: string } = {}): string {
  const { start, end } = rangeOf(query, clock);
  return `${start} ${end}`;
}

/** The message of the invalid_range that a call throws. */
function refusalOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).code).toBe('invalid_range');
    return (error as ApiError).message;
  }
  throw new Error('Nothing was refused');
}

const PRESETS_ON_A_SATURDAY: Record<RangePreset, string> = {
  today: '2026-11-21 2026-11-21',
  yesterday: '2026-11-20 2026-11-20',
  '24h': '2026-11-20 2026-11-21',
  '7d': '2026-11-15 2026-11-21',
  '14d': '2026-11-08 2026-11-21',
  '28d': '2026-10-25 2026-11-21',
  '30d': '2026-10-23 2026-11-21',
  '90d': '2026-08-24 2026-11-21',
  wtd: '2026-11-16 2026-11-21',
  mtd: '2026-11-01 2026-11-21',
  qtd: '2026-10-01 2026-11-21',
  ytd: '2026-01-01 2026-11-21',
  last_week: '2026-11-09 2026-11-15',
  last_month: '2026-10-01 2026-10-31',
  last_quarter: '2026-07-01 2026-09-30',
  '12mo': '2025-11-22 2026-11-21',
};

describe('a preset', () => {
  it.each(Object.entries(PRESETS_ON_A_SATURDAY))('%s means %s on 21 November 2026', (preset, days) => {
    expect(daysOf({ range: preset as RangePreset })).toBe(days);
    expect(rangeOf({ range: preset as RangePreset }).preset).toBe(preset);
  });

  it('that is not named is 30d', () => {
    expect(daysOf({})).toBe(PRESETS_ON_A_SATURDAY['30d']);
    expect(rangeOf({}).preset).toBe('30d');
  });

  it.each<[now: string, preset: RangePreset, days: string]>([
    ['2026-11-16T00:00:00Z', 'wtd', '2026-11-16 2026-11-16'],
    ['2026-11-16T00:00:00Z', 'last_week', '2026-11-09 2026-11-15'],
    ['2026-11-22T23:59:59.999Z', 'wtd', '2026-11-16 2026-11-22'],
    ['2026-11-22T23:59:59.999Z', 'last_week', '2026-11-09 2026-11-15'],
    ['2026-01-01T00:00:00Z', 'last_week', '2025-12-22 2025-12-28'],
    ['2026-01-01T00:00:00Z', 'last_month', '2025-12-01 2025-12-31'],
    ['2026-01-01T00:00:00Z', 'last_quarter', '2025-10-01 2025-12-31'],
    ['2026-01-01T00:00:00Z', 'ytd', '2026-01-01 2026-01-01'],
    ['2026-01-01T00:00:00Z', 'yesterday', '2025-12-31 2025-12-31'],
    ['2026-03-31T12:00:00Z', 'last_month', '2026-02-01 2026-02-28'],
    ['2024-03-31T12:00:00Z', 'last_month', '2024-02-01 2024-02-29'],
    ['2026-05-31T12:00:00Z', 'last_quarter', '2026-01-01 2026-03-31'],
    ['2026-08-31T12:00:00Z', 'qtd', '2026-07-01 2026-08-31'],
    ['2024-02-29T12:00:00Z', '12mo', '2023-03-01 2024-02-29'],
    ['2025-02-28T12:00:00Z', '12mo', '2024-02-29 2025-02-28'],
    ['2024-12-31T12:00:00Z', 'ytd', '2024-01-01 2024-12-31'],
  ])('at %s: %s is %s', (now, preset, days) => {
    expect(daysOf({ range: preset }, { now })).toBe(days);
  });

  it.each([
    ['Pacific/Kiritimati', '2026-11-22'],
    ['Pacific/Auckland', '2026-11-21'],
    ['Pacific/Pago_Pago', '2026-11-20'],
    ['America/New_York', '2026-11-21'],
  ])('today in %s is %s', (timezone, day) => {
    expect(daysOf({ range: 'today' }, { timezone })).toBe(`${day} ${day}`);
  });

  it('24h is the 24 hours that end now, whatever the clocks do', () => {
    for (const now of [SATURDAY, '2026-03-29T03:30:00Z', '2026-10-25T02:15:00Z']) {
      const { from, to } = rangeOf({ range: '24h' }, { now, timezone: 'Europe/Berlin' });
      expect([from, to]).toEqual([Date.parse(now) - 86_400_000, Date.parse(now)]);
    }
  });

  it('is never refused, in any zone of whole hours and on any day', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...RANGE_PRESETS),
        fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Pacific/Kiritimati'),
        fc.integer({ min: Date.parse('2015-01-01'), max: Date.parse('2035-01-01') }),
        (range, timezone, now) => {
          const { from, to, start, end, days } = resolveRange({ range }, { timezone, now });
          expect(from).toBeLessThan(to);
          expect(Temporal.PlainDate.compare(start, end)).toBeLessThanOrEqual(0);
          expect(days).toBeLessThanOrEqual(366);
        },
      ),
      { numRuns: 300, seed: 20261121 },
    );
  });
});

describe('dates', () => {
  it('hold both ends', () => {
    const { from, to, days, preset } = rangeOf({ start_date: '2026-11-01', end_date: '2026-11-03' });
    expect(new Date(from).toISOString()).toBe('2026-11-01T00:00:00.000Z');
    expect(new Date(to).toISOString()).toBe('2026-11-04T00:00:00.000Z');
    expect([days, preset]).toEqual([3, null]);
  });

  it.each<[query: NamedRange, says: RegExp]>([
    [{ start_date: '2026-11-01' }, /both or neither/],
    [{ end_date: '2026-11-01' }, /both or neither/],
    [{ start_date: '2026-11-01', range: '7d' }, /both or neither/],
    [{ start_date: '2026-11-01', end_date: '2026-11-01', range: '7d' }, /not both/],
    [{ start_date: '2026-11-02', end_date: '2026-11-01' }, /after end_date/],
  ])('%j is refused', (query, says) => {
    expect(refusalOf(() => rangeOf(query))).toMatch(says);
  });

  it.each<[query: Record<string, string>, says: RegExp]>([
    [{ start_date: '2026-1-01', end_date: '2026-11-01' }, /start_date.*YYYY-MM-DD/],
    [{ start_date: '2026-11-01', end_date: '20261101' }, /end_date.*YYYY-MM-DD/],
    [{ start_date: '2026-11-01', end_date: '2026-11-01 ' }, /end_date.*YYYY-MM-DD/],
    [{ start_date: '-002026-11-01', end_date: '2026-11-01' }, /start_date.*YYYY-MM-DD/],
    [{ start_date: '２０２６-11-01', end_date: '2026-11-01' }, /start_date.*YYYY-MM-DD/],
    [{ start_date: '2026-02-30', end_date: '2026-11-01' }, /start_date.*calendar/],
    [{ start_date: '2026-11-01', end_date: '2026-00-01' }, /end_date.*calendar/],
    [{ range: 'everything' }, /range must be one of today, yesterday/],
  ])('%j is refused', async (query, says) => {
    const given = { from: 'query', query, path: {}, body: async () => undefined } as const;
    const { checked } = await readArguments(getOverview, given);
    expect(refusalOf(checked)).toMatch(says);
  });

  const lastDay = Temporal.PlainDate.from('2026-11-21');
  const daysBack = (count: number): NamedRange => ({
    start_date: lastDay.subtract({ days: count - 1 }).toString(),
    end_date: lastDay.toString(),
  });

  it.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati'])(
    'may be 400 in %s, not 401',
    (timezone) => {
      expect(rangeOf(daysBack(400), { timezone }).days).toBe(400);
      expect(refusalOf(() => rangeOf(daysBack(401), { timezone }))).toMatch(/401 days.*400/);
    },
  );

  it.each([
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Asia/Tehran',
    'Asia/Yangon',
    'Australia/Adelaide',
    'Australia/Eucla',
    'America/St_Johns',
    'Pacific/Chatham',
    'Pacific/Marquesas',
  ])('may be 90 in %s, not 91', (timezone) => {
    expect(rangeOf(daysBack(90), { timezone }).days).toBe(90);
    expect(refusalOf(() => rangeOf(daysBack(91), { timezone }))).toContain(timezone);
  });

  it.each([
    ['Australia/Lord_Howe', '2024-06-01', '2024-09-15', 'half hours in winter'],
    ['Australia/Lord_Howe', '2023-10-01', '2024-03-01', 'half hours on its first day alone'],
    ['Australia/Lord_Howe', '2023-11-01', '2024-04-07', 'half hours from its last day on'],
    ['Asia/Pyongyang', '2018-02-01', '2018-06-01', 'half hours until May 2018'],
    ['America/Caracas', '2016-02-01', '2016-06-01', 'half hours until May 2016'],
  ])('longer than 90 are refused in %s from %s to %s: %s', (timezone, start_date, end_date) => {
    expect(refusalOf(() => rangeOf({ start_date, end_date }, { timezone }))).toContain(timezone);
  });

  it.each([
    ['Australia/Lord_Howe', '2023-10-02', '2024-04-06'],
    ['Asia/Pyongyang', '2018-05-06', '2018-09-30'],
    ['America/Caracas', '2016-05-02', '2016-09-30'],
    ['Europe/London', '2024-01-01', '2024-12-31'],
  ])(
    'longer than 90 are taken in %s from %s to %s: every offset is whole hours',
    (timezone, start_date, end_date) => {
      expect(rangeOf({ start_date, end_date }, { timezone }).days).toBeGreaterThan(90);
    },
  );
});

describe('a civil day', () => {
  it.each([
    ['America/New_York', '2024-11-03', '2024-11-03T04:00:00Z', '2024-11-04T05:00:00Z'],
    ['America/New_York', '2024-03-10', '2024-03-10T05:00:00Z', '2024-03-11T04:00:00Z'],
    ['America/Santiago', '2022-09-11', '2022-09-11T04:00:00Z', '2022-09-12T03:00:00Z'],
    ['America/Havana', '2023-11-05', '2023-11-05T04:00:00Z', '2023-11-06T05:00:00Z'],
    ['America/Asuncion', '2024-03-23', '2024-03-23T03:00:00Z', '2024-03-24T04:00:00Z'],
    ['Asia/Beirut', '2023-03-26', '2023-03-25T22:00:00Z', '2023-03-26T21:00:00Z'],
    ['Africa/Cairo', '2024-04-26', '2024-04-25T22:00:00Z', '2024-04-26T21:00:00Z'],
    ['Asia/Kathmandu', '2024-01-01', '2023-12-31T18:15:00Z', '2024-01-01T18:15:00Z'],
    ['Asia/Kolkata', '2024-01-01', '2023-12-31T18:30:00Z', '2024-01-01T18:30:00Z'],
    ['Australia/Adelaide', '2024-10-06', '2024-10-05T14:30:00Z', '2024-10-06T13:30:00Z'],
    ['Australia/Adelaide', '2025-04-06', '2025-04-05T13:30:00Z', '2025-04-06T14:30:00Z'],
    ['Australia/Lord_Howe', '2024-10-06', '2024-10-05T13:30:00Z', '2024-10-06T13:00:00Z'],
    ['Australia/Lord_Howe', '2024-04-07', '2024-04-06T13:00:00Z', '2024-04-07T13:30:00Z'],
    ['Pacific/Chatham', '2024-04-07', '2024-04-06T10:15:00Z', '2024-04-07T11:15:00Z'],
    ['Pacific/Chatham', '2024-09-29', '2024-09-28T11:15:00Z', '2024-09-29T10:15:00Z'],
    ['Asia/Tehran', '2026-09-19', '2026-09-18T20:30:00Z', '2026-09-19T20:30:00Z'],
  ])('of %s, %s, begins at %s and ends at %s', (timezone, day, from, to) => {
    const range = rangeOf({ start_date: day, end_date: day }, { timezone });
    expect([range.from, range.to]).toEqual([Date.parse(from), Date.parse(to)]);
  });

  it('is all instants whose local date it is, in every zone', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 9000 }), (timezone, offset) => {
        const day = Temporal.PlainDate.from('2010-01-01').add({ days: offset });
        const [start_date, end_date] = [day.toString(), day.toString()];
        const { from } = rangeOf({ start_date, end_date }, { timezone });
        const dateAt = (ms: number) =>
          Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).toPlainDate();
        // Where a whole day was left out, as in Samoa in 2011, the next day begins in its place.
        expect(Temporal.PlainDate.compare(dateAt(from), day)).toBeGreaterThanOrEqual(0);
        expect(Temporal.PlainDate.compare(dateAt(from - 1), day)).toBeLessThan(0);
      }),
      { numRuns: 500, seed: 20261121 },
    );
  });
});

describe('the granularity', () => {
  const days = (count: number): NamedRange => ({
    start_date: Temporal.PlainDate.from('2026-11-21')
      .subtract({ days: count - 1 })
      .toString(),
    end_date: '2026-11-21',
  });

  it.each<[query: NamedRange, granularity: Granularity]>([
    [days(1), 'hour'],
    [days(2), 'hour'],
    [days(3), 'day'],
    [days(92), 'day'],
    [days(93), 'week'],
    [days(400), 'week'],
    [{ range: '24h' }, 'hour'],
    [{ range: '30d' }, 'day'],
  ])('of %j is %s when nothing else is asked', (query, granularity) => {
    expect(resolveGranularity(undefined, rangeOf(query))).toBe(granularity);
  });

  it('may be an hour for 7 days, not for 8', () => {
    expect(resolveGranularity('hour', rangeOf(days(7)))).toBe('hour');
    expect(refusalOf(() => resolveGranularity('hour', rangeOf(days(8))))).toMatch(/granularity=hour.*7.*8/);
  });

  it('is a day where an hour is too fine for the days to compare with', () => {
    expect(resolveGranularity(undefined, rangeOf(days(1)), rangeOf(days(7)))).toBe('hour');
    expect(resolveGranularity(undefined, rangeOf(days(1)), rangeOf(days(8)))).toBe('day');
    expect(resolveGranularity(undefined, rangeOf(days(93)), rangeOf(days(8)))).toBe('week');
    expect(resolveGranularity('week', rangeOf(days(1)), rangeOf(days(8)))).toBe('week');
  });

  it('may be no hour where that is too fine for the days to compare with', () => {
    const asked = () => resolveGranularity('hour', rangeOf(days(7)), rangeOf(days(8)));
    expect(refusalOf(asked)).toMatch(/granularity=hour.*7 days; compare_start_date.* is 8/);
    const ofLastDay = () => resolveGranularity(undefined, rangeOf({ range: '24h' }), rangeOf(days(8)));
    expect(refusalOf(ofLastDay)).toMatch(/24h.*hour.*7 days; compare_start_date.* is 8/);
  });

  it.each(['day', 'week', 'month'] as const)('may be a %s for any range but 24h', (granularity) => {
    expect(resolveGranularity(granularity, rangeOf(days(1)))).toBe(granularity);
    expect(resolveGranularity(granularity, rangeOf(days(400)))).toBe(granularity);
    expect(refusalOf(() => resolveGranularity(granularity, rangeOf({ range: '24h' })))).toMatch(/24h/);
  });

  it('of 24h may be an hour', () => {
    expect(GRANULARITIES).toContain(resolveGranularity('hour', rangeOf({ range: '24h' })));
  });
});

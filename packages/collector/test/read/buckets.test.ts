import type { Granularity, TimeseriesResponse } from '@cvq/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { bucketsOf, isUnderWay } from '../../src/read/buckets.ts';
import { instantWithOffset } from '../../src/read/instant-with-offset.ts';
import { resolveRange } from '../../src/read/range.ts';
import { zoned } from '../../src/read/zoned.ts';
import { Temporal } from '../../src/temporal.ts';
import { startTestCollector } from '../collector.ts';

const LATER = Date.parse('2030-01-01T00:00:00Z');
const HOUR_MS = 3_600_000;

type Days = { timezone: string; start: string; end?: string; granularity?: Granularity; now?: number };

function buckets({ timezone, start, end = start, granularity = 'hour', now = LATER }: Days) {
  const range = resolveRange({ start_date: start, end_date: end }, { timezone, now });
  return bucketsOf(range, granularity, now);
}

const iso = (ms: number) => new Date(ms).toISOString();

type Fixture = {
  readonly timezone: string;
  readonly day: string;
  readonly buckets: number;
  readonly hours: number;
  /** Events of the day and beside it, and in which buckets those of the day are counted. */
  readonly events: readonly string[];
  readonly counted: Readonly<Record<string, number>>;
};

/** Days on which the clocks change, and days of zones whose offset is no whole hour. */
const FIXTURES: readonly Fixture[] = [
  {
    timezone: 'America/New_York',
    day: '2024-11-03',
    buckets: 25,
    hours: 25,
    events: ['2024-11-03T05:30:00Z', '2024-11-03T06:30:00Z', '2024-11-03T06:45:00Z'],
    counted: { '2024-11-03T01:00:00-04:00': 1, '2024-11-03T01:00:00-05:00': 2 },
  },
  {
    timezone: 'America/New_York',
    day: '2024-03-10',
    buckets: 23,
    hours: 23,
    events: ['2024-03-11T03:30:00Z', '2024-03-11T04:00:00Z'],
    counted: { '2024-03-10T23:00:00-04:00': 1 },
  },
  {
    timezone: 'America/Santiago',
    day: '2022-09-11',
    buckets: 23,
    hours: 23,
    events: ['2022-09-11T03:59:00Z', '2022-09-11T04:00:00Z', '2022-09-11T05:00:00Z'],
    counted: { '2022-09-11T01:00:00-03:00': 1, '2022-09-11T02:00:00-03:00': 1 },
  },
  {
    timezone: 'America/Havana',
    day: '2023-11-05',
    buckets: 25,
    hours: 25,
    events: ['2023-11-05T04:30:00Z', '2023-11-05T05:30:00Z', '2023-11-05T06:30:00Z'],
    counted: {
      '2023-11-05T00:00:00-04:00': 1,
      '2023-11-05T00:00:00-05:00': 1,
      '2023-11-05T01:00:00-05:00': 1,
    },
  },
  {
    timezone: 'America/Asuncion',
    day: '2024-03-23',
    buckets: 25,
    hours: 25,
    events: ['2024-03-23T12:00:00Z', '2024-03-24T02:58:00Z', '2024-03-24T03:00:00Z', '2024-03-24T04:00:00Z'],
    counted: {
      '2024-03-23T09:00:00-03:00': 1,
      '2024-03-23T23:00:00-03:00': 1,
      '2024-03-23T23:00:00-04:00': 1,
    },
  },
  {
    timezone: 'Pacific/Chatham',
    day: '2024-04-07',
    buckets: 26,
    hours: 25,
    events: ['2024-04-06T13:59:59Z', '2024-04-06T14:00:00Z', '2024-04-06T14:14:59Z', '2024-04-06T14:15:00Z'],
    counted: {
      '2024-04-07T03:00:00+13:45': 1,
      '2024-04-07T02:45:00+12:45': 2,
      '2024-04-07T03:00:00+12:45': 1,
    },
  },
  {
    timezone: 'Pacific/Chatham',
    day: '2024-09-29',
    buckets: 24,
    hours: 23,
    events: ['2024-09-28T13:59:59Z', '2024-09-28T14:00:00Z', '2024-09-28T14:15:00Z'],
    counted: {
      '2024-09-29T02:00:00+12:45': 1,
      '2024-09-29T03:45:00+13:45': 1,
      '2024-09-29T04:00:00+13:45': 1,
    },
  },
  {
    timezone: 'Australia/Lord_Howe',
    day: '2024-10-06',
    buckets: 24,
    hours: 23.5,
    events: ['2024-10-05T15:29:59Z', '2024-10-05T15:30:00Z', '2024-10-06T12:59:59Z', '2024-10-06T13:00:00Z'],
    counted: {
      '2024-10-06T01:00:00+10:30': 1,
      '2024-10-06T02:30:00+11:00': 1,
      '2024-10-06T23:00:00+11:00': 1,
    },
  },
  {
    timezone: 'Australia/Lord_Howe',
    day: '2024-04-07',
    buckets: 25,
    hours: 24.5,
    events: ['2024-04-06T14:59:59Z', '2024-04-06T15:00:00Z', '2024-04-06T15:29:59Z', '2024-04-06T15:30:00Z'],
    counted: {
      '2024-04-07T01:00:00+11:00': 1,
      '2024-04-07T01:30:00+10:30': 2,
      '2024-04-07T02:00:00+10:30': 1,
    },
  },
  {
    timezone: 'Asia/Kathmandu',
    day: '2024-01-01',
    buckets: 24,
    hours: 24,
    events: ['2023-12-31T18:14:59Z', '2023-12-31T18:15:00Z', '2024-01-01T18:14:59Z', '2024-01-01T18:15:00Z'],
    counted: { '2024-01-01T00:00:00+05:45': 1, '2024-01-01T23:00:00+05:45': 1 },
  },
];

describe('the hours of a day', () => {
  it.each([
    ...FIXTURES,
    { timezone: 'Asia/Beirut', day: '2023-03-26', buckets: 23, hours: 23 },
    { timezone: 'Africa/Cairo', day: '2024-04-26', buckets: 23, hours: 23 },
    { timezone: 'Asia/Kolkata', day: '2024-01-01', buckets: 24, hours: 24 },
    { timezone: 'Australia/Adelaide', day: '2024-10-06', buckets: 23, hours: 23 },
    { timezone: 'Australia/Adelaide', day: '2025-04-06', buckets: 25, hours: 25 },
    { timezone: 'Asia/Tehran', day: '2026-09-19', buckets: 24, hours: 24 },
    { timezone: 'UTC', day: '2026-11-21', buckets: 24, hours: 24 },
  ])('of $timezone, $day, are $buckets', ({ timezone, day, buckets: count, hours }) => {
    const found = buckets({ timezone, start: day });
    expect(found).toHaveLength(count);
    expect(((found.at(-1)?.to ?? 0) - (found[0]?.from ?? 0)) / HOUR_MS).toBe(hours);
    expect(new Set(found.map(({ start }) => start)).size).toBe(count);
    for (const { label } of found) expect(label.slice(0, 10)).toBe(day);
  });

  it('are cut where the offset changes in the middle of an hour', () => {
    const chatham = buckets({ timezone: 'Pacific/Chatham', start: '2024-04-07' }).slice(2, 6);
    expect(chatham.map(({ start, end, label }) => [start, end, label])).toEqual([
      ['2024-04-07T02:00:00+13:45', '2024-04-07T03:00:00+13:45', '2024-04-07 02:00'],
      ['2024-04-07T03:00:00+13:45', '2024-04-07T02:45:00+12:45', '2024-04-07 03:00'],
      ['2024-04-07T02:45:00+12:45', '2024-04-07T03:00:00+12:45', '2024-04-07 02:45'],
      ['2024-04-07T03:00:00+12:45', '2024-04-07T04:00:00+12:45', '2024-04-07 03:00'],
    ]);
    const [short] = buckets({ timezone: 'Australia/Lord_Howe', start: '2024-10-06' }).slice(2);
    expect(short).toMatchObject({ start: '2024-10-06T02:30:00+11:00', end: '2024-10-06T03:00:00+11:00' });
  });

  it('have the same label twice where an hour comes twice, and differ by their offset', () => {
    const hours = buckets({ timezone: 'America/New_York', start: '2024-11-03' }).slice(1, 3);
    expect(hours.map(({ start, end, label }) => [start, end, label])).toEqual([
      ['2024-11-03T01:00:00-04:00', '2024-11-03T01:00:00-05:00', '2024-11-03 01:00'],
      ['2024-11-03T01:00:00-05:00', '2024-11-03T02:00:00-05:00', '2024-11-03 01:00'],
    ]);
  });
});

describe('buckets', () => {
  it('of weeks begin on Monday and are cut to the range', () => {
    const weeks = buckets({ timezone: 'UTC', start: '2020-12-20', end: '2021-01-05', granularity: 'week' });
    expect(weeks.map(({ label, end }) => [label, end])).toEqual([
      ['2020-12-20', '2020-12-21T00:00:00+00:00'],
      ['2020-12-21', '2020-12-28T00:00:00+00:00'],
      ['2020-12-28', '2021-01-04T00:00:00+00:00'],
      ['2021-01-04', '2021-01-06T00:00:00+00:00'],
    ]);
  });

  it('of months begin on the first and are cut to the range', () => {
    const months = buckets({ timezone: 'UTC', start: '2024-01-31', end: '2024-03-01', granularity: 'month' });
    expect(months.map(({ label, from, to }) => [label, iso(from), iso(to)])).toEqual([
      ['2024-01-31', '2024-01-31T00:00:00.000Z', '2024-02-01T00:00:00.000Z'],
      ['2024-02-01', '2024-02-01T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
      ['2024-03-01', '2024-03-01T00:00:00.000Z', '2024-03-02T00:00:00.000Z'],
    ]);
  });

  it('of days are as long as the clocks make them', () => {
    const days = buckets({
      timezone: 'America/New_York',
      start: '2024-11-02',
      end: '2024-11-04',
      granularity: 'day',
    });
    expect(days.map(({ label, from, to }) => [label, (to - from) / HOUR_MS])).toEqual([
      ['2024-11-02', 24],
      ['2024-11-03', 25],
      ['2024-11-04', 24],
    ]);
  });

  it('that lie wholly in the future are left out; the one that holds now is there', () => {
    const now = Date.parse('2026-11-21T10:00:00Z');
    const asked = { timezone: 'UTC', start: '2026-11-20', end: '2026-11-22', now };
    expect(buckets({ ...asked, granularity: 'day' }).map(({ label }) => label)).toEqual([
      '2026-11-20',
      '2026-11-21',
    ]);
    expect(buckets({ ...asked, granularity: 'hour' }).at(-1)?.label).toBe('2026-11-21 10:00');
    expect(buckets({ ...asked, granularity: 'hour', now: now - 1 }).at(-1)?.label).toBe('2026-11-21 09:00');
    expect(buckets({ ...asked, now: Date.parse('2026-11-19T23:59:59.999Z') })).toEqual([]);
  });

  it.each([
    ['UTC', '2026-11-21T10:00:00.000Z', 24],
    ['UTC', '2026-11-21T10:20:30.400Z', 25],
    ['Asia/Kathmandu', '2026-11-21T10:15:00.000Z', 24],
    ['Asia/Kathmandu', '2026-11-21T10:00:00.000Z', 25],
    ['Europe/Berlin', '2026-10-25T12:00:00.000Z', 24],
  ])('of 24h in %s at %s are %i: the first and the last are cut', (timezone, at, count) => {
    const now = Date.parse(at);
    const hours = bucketsOf(resolveRange({ range: '24h' }, { timezone, now }), 'hour', now);
    expect(hours).toHaveLength(count);
    expect([hours[0]?.from, hours.at(-1)?.to]).toEqual([now - 24 * HOUR_MS, now]);
  });

  it('cover a range without gaps, in every zone: each instant is in the bucket of its own wall clock', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const days = fc.integer({ min: 0, max: 6000 });
    const granularity = fc.constantFrom<Granularity>('hour', 'day', 'week', 'month');
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        days,
        fc.nat(6),
        granularity,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (timezone, day, more, by, where) => {
          const start = Temporal.PlainDate.from('2012-01-01').add({ days: day });
          const end = start.add({ days: more });
          const query = { start_date: start.toString(), end_date: end.toString() };
          const range = resolveRange(query, { timezone, now: LATER });
          const found = bucketsOf(range, by, LATER);
          expect(found[0]?.from).toBe(range.from);
          expect(found.at(-1)?.to).toBe(range.to);
          for (const [index, { from, to }] of found.entries()) {
            expect(from).toBeLessThan(to);
            if (index > 0) expect(from).toBe(found[index - 1]?.to);
          }
          const instant = range.from + Math.floor(where * (range.to - range.from));
          const own = found.find(({ from, to }) => from <= instant && instant < to);
          const clock = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone);
          const bucket = Temporal.Instant.fromEpochMilliseconds(own?.from ?? 0).toZonedDateTimeISO(timezone);
          if (by === 'hour') {
            expect([bucket.toPlainDate().toString(), bucket.hour, bucket.offset]).toEqual([
              clock.toPlainDate().toString(),
              clock.hour,
              clock.offset,
            ]);
          } else if (by === 'day')
            expect(bucket.toPlainDate().toString()).toBe(clock.toPlainDate().toString());
          else if (by === 'week') expect(bucket.weekOfYear).toBe(clock.weekOfYear);
          else expect(bucket.month).toBe(clock.month);
        },
      ),
      { numRuns: WHOLE ? 400 : 40, seed: 20261121 },
    );
  });

  it('are named as Temporal writes them, in every zone, also before there were standard times', () => {
    // Offsets had seconds then.
    const eras = fc.constantFrom('2012-01-01', '2012-01-01', '1876-01-01', '0000-01-02');
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const granularity = fc.constantFrom<Granularity>('hour', 'day', 'week', 'month');
    fc.assert(
      fc.property(zones, eras, fc.nat(6000), fc.nat(6), granularity, (timezone, era, day, more, by) => {
        const start = Temporal.PlainDate.from(era).add({ days: day });
        const query = { start_date: start.toString(), end_date: start.add({ days: more }).toString() };
        const range = resolveRange(query, { timezone, now: LATER });
        for (const bucket of bucketsOf(range, by, LATER)) {
          const [first, last] = [zoned(bucket.from, timezone), zoned(bucket.to, timezone)];
          expect([bucket.start, bucket.end]).toEqual([instantWithOffset(first), instantWithOffset(last)]);
          const minute = first.toPlainTime().toString({ smallestUnit: 'minute' });
          const date = first.toPlainDate().toString();
          expect(bucket.label).toBe(by === 'hour' ? `${date} ${minute}` : date);
        }
      }),
      { numRuns: WHOLE ? 1000 : 60, seed: 20261128 },
    );
  });
});

describe('events are counted in the hour of their wall clock', async () => {
  const collector = await startTestCollector();

  it.each(FIXTURES)('of $timezone on $day', async ({ timezone, day, events, counted, buckets: count }) => {
    const { project, serverKey } = await collector.addProject({ timezone });
    const { token } = await collector.addKey({ projects: [project] });
    collector.clock.now = Date.parse(`${day}T00:00:00Z`) + 3 * 24 * HOUR_MS;
    const json = { events: events.map((timestamp) => ({ event_type: 'ping', timestamp })) };
    const { client } = collector;
    const sent = await client.send({ method: 'POST', path: '/v1/track/batch', bearer: serverKey, json });
    expect(sent.body).toMatchObject({ accepted: events.length });
    const query = `start_date=${day}&end_date=${day}`;
    const series = await client.send({ path: `/v1/analytics/timeseries?${query}`, bearer: token });
    const { points } = (series.body as TimeseriesResponse).data;
    expect(points).toHaveLength(count);
    const found = points.filter((point) => point.events > 0).map((point) => [point.start, point.events]);
    expect(Object.fromEntries(found)).toEqual(counted);
    const overview = await client.send({ path: `/v1/analytics/overview?${query}`, bearer: token });
    const total = Object.values(counted).reduce((sum, part) => sum + part, 0);
    expect(overview.body).toMatchObject({ data: { events: total }, meta: { timezone } });
  });
});

describe('the last bucket of 24 hours', () => {
  const underWay = (at: number) => {
    const range = resolveRange({ range: '24h' }, { timezone: 'Europe/Berlin', now: at });
    return bucketsOf(range, 'hour', at).filter((bucket) => isUnderWay(bucket, { range, at }));
  };

  it('is not over where it ends within an hour', () => {
    const at = Date.parse('2026-11-21T22:28:47Z');
    expect(underWay(at).map(({ label }) => label)).toEqual(['2026-11-21 23:00']);
  });

  it('is over on the hour', () => {
    expect(underWay(Date.parse('2026-11-21T22:00:00Z'))).toHaveLength(0);
  });
});

import type { Granularity } from '@cvq/contract';
import { openIngestLedger } from '@cvq/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEvent, DAY, HOUR, visitor } from '../../../../test/builders/event-records.ts';
import { inTurn } from '../../../../test/builders/whole.ts';
import { Temporal, type TemporalTypes } from '../../src/temporal.ts';
import { startTestCollector, type TestCollector } from '../collector.ts';

const QUARTER = HOUR / 4;

/** Zones and the days on which their clocks change, midnight that is skipped or comes twice, and a day that is none. */
const ZONES: readonly (readonly [zone: string, day: string])[] = [
  ['America/New_York', '2024-11-03'],
  ['America/New_York', '2024-03-10'],
  ['America/Santiago', '2022-09-11'],
  ['America/Havana', '2023-11-05'],
  ['America/Havana', '2024-03-10'],
  ['America/Asuncion', '2024-03-24'],
  ['America/St_Johns', '2024-11-03'],
  ['Asia/Beirut', '2023-03-26'],
  ['Asia/Kathmandu', '2024-01-01'],
  ['Africa/Cairo', '2024-04-26'],
  ['Australia/Adelaide', '2025-04-06'],
  ['Australia/Lord_Howe', '2024-04-07'],
  ['Australia/Lord_Howe', '2024-10-06'],
  ['Europe/London', '2024-10-27'],
  ['Pacific/Apia', '2011-12-30'],
  ['Pacific/Chatham', '2024-04-07'],
  ['Pacific/Chatham', '2024-09-29'],
];

/** How far before and after the day the question reaches, by granularity. */
const REACH: readonly (readonly [Granularity, before: number, after: number])[] = [
  ['hour', 0, 0],
  ['hour', 2, 3],
  ['day', 9, 9],
  ['week', 17, 20],
  ['month', 30, 30],
];

let collector: TestCollector;
let bearer: string;
let ledger: ReturnType<typeof openIngestLedger>;

beforeAll(async () => {
  collector = await startTestCollector();
  bearer = (await collector.addKey()).token;
  ledger = openIngestLedger({ folder: collector.folder, migrate: false });
});
afterAll(() => ledger.close());

const dayOf = (text: string) => Temporal.PlainDate.from(text);

type Local = { readonly at: TemporalTypes.ZonedDateTime; readonly day: string };

/** Local times of a zone; each is worked out once, since that takes long. */
function clockOf(zone: string): (ms: number) => Local {
  const known = new Map<number, Local>();
  return (ms) => {
    const local = known.get(ms);
    if (local !== undefined) return local;
    const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
    const found = { at, day: at.toPlainDate().toString() };
    known.set(ms, found);
    return found;
  };
}

/** Which bucket an instant belongs to, said in local time alone. */
function bucketOf({ at, day }: Local, granularity: Granularity): string {
  if (granularity === 'hour') return `${day} ${at.hour} ${at.offset}`;
  if (granularity === 'day') return day;
  if (granularity === 'week') return `${at.yearOfWeek} ${at.weekOfYear}`;
  return day.slice(0, 7);
}

type Expected = { start: string; end: string; events: number };

/** Buckets by looking at every quarter of an hour: every clock on Earth changes at one. */
function expectedBuckets(
  clock: (ms: number) => Local,
  { start, end, granularity }: { start: string; end: string; granularity: Granularity },
  times: readonly number[],
): Expected[] {
  const isIn = ({ day }: Local) => start <= day && day <= end;
  const counts = new Map<string, number>();
  for (const local of times.map(clock).filter(isIn)) {
    const bucket = bucketOf(local, granularity);
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  const found = new Map<string, Expected>();
  const last = Date.parse(end) + 3 * DAY;
  for (let ms = Date.parse(start) - 2 * DAY; ms < last; ms += QUARTER) {
    const local = clock(ms);
    if (!isIn(local)) continue;
    const bucket = bucketOf(local, granularity);
    const known = found.get(bucket) ?? { start: said(local), end: '', events: counts.get(bucket) ?? 0 };
    found.set(bucket, { ...known, end: said(clock(ms + QUARTER)) });
  }
  return [...found.values()];
}

const said = ({ at }: Local) => at.toString({ timeZoneName: 'never', smallestUnit: 'second' });

/** Many around the day, on the edges of hours and a millisecond before them; a few in the weeks around it. */
function timesAround(day: string): number[] {
  const middle = Date.parse(day);
  const near = Array.from({ length: 5 * 96 }, (_, index) => middle - 2 * DAY + index * QUARTER);
  const far = Array.from({ length: 80 * 3 }, (_, index) => middle - 40 * DAY + index * 8 * HOUR);
  return [...near, ...near.map((ms) => ms - 1), ...far];
}

const viewOf = (project: string, at: number, index: number) =>
  anEvent({ project, at, sessionId: `s${index}`, visitor: visitor(`v${index}`) });

async function ask(path: string, query: Record<string, string>) {
  const answer = await collector.client.send({
    path: `/v1/analytics/${path}?${new URLSearchParams(query)}`,
    bearer,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body as { data: Record<string, unknown> }).data;
}

describe('buckets in zones where clocks change', () => {
  // Of every three the last: midnight that is skipped and that comes twice, odd offsets, and the day that is none.
  it.each(inTurn(ZONES, 2, 3))(
    '%s around %s have the edges and sums that local time says',
    async (timezone, day) => {
      const { project } = await collector.addProject({ timezone });
      const times = timesAround(day);
      const clock = clockOf(timezone);
      await ledger.append(times.map((at, index) => viewOf(project, at, index)));
      for (const [granularity, before, after] of REACH) {
        const start = dayOf(day).subtract({ days: before }).toString();
        const end = dayOf(day).add({ days: after }).toString();
        const range = { project, start_date: start, end_date: end };
        const { points } = await ask('timeseries', { ...range, granularity });
        const found = (points as (Expected & { sessions: number })[]).map(
          ({ start, end, events, sessions }) => {
            expect(sessions).toBe(events);
            return { start, end, events };
          },
        );
        const expected = expectedBuckets(clock, { start, end, granularity }, times);
        expect(found, `${granularity} ${start} to ${end}`).toEqual(expected);
        const { events } = await ask('overview', range);
        expect(events).toBe(expected.reduce((sum, bucket) => sum + bucket.events, 0));
      }
    },
  );
});

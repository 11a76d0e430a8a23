import { DIMENSIONS, type Dimension } from '@cvq/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../test/builders/seeded-random.ts';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { START, startTestCollector } from '../collector.ts';
import type { ExportedEvent } from '../durability/program.ts';
import {
  know,
  naiveBreakdown,
  naiveMeasures,
  naiveWarnings,
  openShop,
  type Shop,
  type Within,
} from './naive-reports.ts';
import { postAll } from './post-all.ts';
import { shopTraffic } from './shop-traffic.ts';

/** The numbers below are of 20,000, and in proportion of fewer. */
const EVENTS = WHOLE ? 20_000 : 2_000;
const SHARE = EVENTS / 20_000;
const SEED = 20_261_121;
const ZONE = 'America/New_York';
/** Clocks in New York went back on the first of November, within the month that is asked about. */
const MONTH = { start_date: '2026-10-24', end_date: '2026-11-21' };
const WEEK = { start_date: '2026-10-29', end_date: '2026-11-04' };

let shop: Shop;
let ask: (path: string, query: Record<string, string>) => Promise<Answer>;
type Answer = { data: Record<string, unknown>; meta: Record<string, unknown> };

beforeAll(async () => {
  const collector = await startTestCollector({
    timezone: ZONE,
    hosts: ['shop.example'],
    settings: { CVQ_BROWSER_RATE: '0', CVQ_TRUST_PROXY: '127.0.0.1' },
  });
  const { port, project, serverKey } = collector;
  // The clock stands still, so that one key would meet its limit of requests in a minute.
  const more = { kind: 'server', projects: [project], scopes: [] } as const;
  const serverKeys = [serverKey];
  while (serverKeys.length < 20) serverKeys.push((await collector.addKey(more)).token);
  const random = seededRandom(SEED);
  const { told, requests } = shopTraffic(random, {
    count: EVENTS,
    end: START,
    days: 28,
    project,
    serverKeys,
    host: 'shop.example',
    foreignHost: 'copy.example',
  });
  const repeats = requests.filter(() => random.chance(0.15));
  const statuses = await postAll(port, random.shuffled([...requests, ...repeats]));
  expect(Object.keys(statuses)).toEqual(['200', '202']);

  const stored = new Map<unknown, ExportedEvent>();
  for (const event of (await collector.stored()) as unknown as ExportedEvent[]) {
    expect(stored.has(event.properties.mark), 'stored once').toBe(false);
    stored.set(event.properties.mark, event);
  }
  expect(stored.size).toBe(told.length);
  shop = openShop(told.map((event) => know(event, stored.get(event.mark) as ExportedEvent)));

  const { token } = await collector.addKey();
  ask = async (path, query) => {
    const answer = await collector.client.send({
      path: `/v1/analytics/${path}?${new URLSearchParams(query)}`,
      bearer: token,
    });
    expect(answer.status).toBe(200);
    return answer.body as Answer;
  };
}, 120_000);

/** The local time of an instant, to the hour, with its offset: `2026-11-01T01-04:00`. */
const localHour = new Intl.DateTimeFormat('sv-SE', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  timeZoneName: 'longOffset',
});
const localHours = new Map<number, string>();
function hourOf(at: number): string {
  const hour = Math.floor(at / 3_600_000);
  const known =
    localHours.get(hour) ?? localHour.format(at).replace(' ', 'T').replace(/ GMT/, '').replace('−', '-');
  localHours.set(hour, known);
  return known;
}
const dayOf = (at: number) => hourOf(at).slice(0, 10);
const inDays =
  ({ start_date, end_date }: { start_date: string; end_date: string }): Within =>
  (at) =>
    start_date <= dayOf(at) && dayOf(at) <= end_date;

const later = (a: string, b: string) => [a, b].toSorted()[1] as string;

/** The Monday of a day's week, or the start of the range where that comes later. */
function weekOf(at: number): string {
  const day = new Date(`${dayOf(at)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  const monday = day.toISOString().slice(0, 10);
  return later(monday, MONTH.start_date);
}
function monthOf(at: number): string {
  const first = `${dayOf(at).slice(0, 7)}-01`;
  return later(first, MONTH.start_date);
}

describe(`${EVENTS} events of mixed traffic, shuffled and repeated`, () => {
  it('make the traffic that the rules are about', () => {
    const { events, sessions, counted } = shop;
    expect(events.filter(({ origin }) => origin === 'server').length).toBeGreaterThan(1000 * SHARE);
    expect(sessions.length).toBeGreaterThan(2000 * SHARE);
    expect(counted.size).toBeGreaterThan(500 * SHARE);
    expect(events.filter(({ at, id }) => at !== id.ms).length).toBeGreaterThan(500 * SHARE);
  });

  it.each([MONTH, WEEK])('are the overview of $start_date to $end_date', async (range) => {
    const { data, meta } = await ask('overview', range);
    expect(data).toMatchObject(naiveMeasures(shop, inDays(range)));
    expect(meta.currency_warnings).toEqual(naiveWarnings(shop, inDays(range)));
  });

  const granularities = [
    ['hour', WEEK, hourOf, (start: string) => start.replace(/:00:00/, '')],
    ['day', MONTH, dayOf, (start: string) => start.slice(0, 10)],
    ['week', MONTH, weekOf, (start: string) => start.slice(0, 10)],
    ['month', MONTH, monthOf, (start: string) => start.slice(0, 10)],
  ] as const;
  it.each(granularities)('are the time series by %s', async (granularity, range, bucketOf, nameOf) => {
    const { data } = await ask('timeseries', { ...range, granularity });
    const points = data.points as { start: string }[];
    const found = new Map(points.map((point) => [nameOf(point.start), point]));
    expect(found.size).toBe(points.length);
    const times = shop.events.map(({ at }) => at).filter(inDays(range));
    const buckets = new Map(times.map((at) => [at, bucketOf(at)]));
    for (const name of new Set(buckets.values())) expect(found.has(name), name).toBe(true);
    for (const [name, point] of found) {
      const within: Within = (at) => buckets.get(at) === name;
      expect(point, name).toMatchObject(naiveMeasures(shop, within));
    }
  });

  it.each(DIMENSIONS)('are the breakdown by %s', async (dimension: Dimension) => {
    const { data, meta } = await ask('breakdown', { ...MONTH, dimension, limit: '1000' });
    const rows = data.rows as { value: string; ad_spend?: unknown; roas?: unknown }[];
    expect(meta.total_rows).toBe(rows.length);
    const found = new Map(rows.map(({ ad_spend: _, roas: __, ...row }) => [row.value, row]));
    expect(found).toEqual(naiveBreakdown(shop, inDays(MONTH), dimension));
  });
});

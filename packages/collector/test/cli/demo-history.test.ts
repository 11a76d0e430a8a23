import type {
  Annotation,
  BotsResponse,
  BreakdownResponse,
  ListAnnotationsResponse,
  OverviewResponse,
  TimeseriesResponse,
} from '@cvq/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { COUNTRIES } from '../../src/demo/countries.ts';
import { demandOf } from '../../src/demo/demand.ts';
import { demoVisits } from '../../src/demo/demo-visits.ts';
import { notableDays, OUTAGE, PRESS } from '../../src/demo/notable-days.ts';
import { temporaryFolder } from '../collector.ts';
import { serve } from '../durability/program.ts';
import { runInProcess } from '../run-in-process.ts';

const DAY_MS = 86_400_000;
const DAYS = 32;

describe('the history of the demo', () => {
  let ask: <Answer>(path: string) => Promise<Answer>;

  beforeAll(async () => {
    const folder = temporaryFolder();
    const { stdout } = await runInProcess(['demo', '--days', `${DAYS}`, '--json'], { CVQ_DATA: folder });
    const { project, read_key } = JSON.parse(stdout) as { project: string; read_key: string };
    const { port } = await serve(folder);
    ask = async (path) => {
      const at = `http://127.0.0.1:${port}/v1/projects/${project}${path}`;
      const answer = await fetch(at, { headers: { Authorization: `Bearer ${read_key}` } });
      expect(answer.status).toBe(200);
      return answer.json();
    };
  }, 120_000);

  const valuesOf = async (dimension: string, more = '') =>
    (await ask<BreakdownResponse>(`/analytics/breakdown?dimension=${dimension}&range=30d&limit=1000${more}`))
      .data.rows;

  it('has visitors of every country that it names', async () => {
    const found = (await valuesOf('country')).map(({ value }) => value);
    expect(found.toSorted()).toEqual(COUNTRIES.map(({ country }) => country).toSorted());
    expect(found.length).toBeGreaterThanOrEqual(12);
  });

  it('has bots of each category', async () => {
    const { by_category } = await ask<BotsResponse>('/analytics/bots?range=30d');
    expect(Object.entries(by_category).filter(([, requests]) => requests === 0)).toEqual([]);
  });

  it('has referrers that are search engines or made up, and nobody else’s', async () => {
    const engines = ['google.com', 'bing.com', 'duckduckgo.com', 'ecosia.org'];
    const found = (await valuesOf('referrer')).map(({ value }) => value);
    const others = found.filter((host) => !engines.includes(host) && !/^\(|\.example$/.test(host));
    expect(others).toEqual([]);
    expect(found.length).toBeGreaterThan(6);
  });

  it('has own events with properties, several devices, browsers and channels', async () => {
    const types = (await valuesOf('event_type')).map(({ value }) => value);
    expect(types.toSorted()).toEqual(
      ['add_to_cart', 'download', 'pageview', 'purchase', 'search', 'signup'].toSorted(),
    );
    expect((await valuesOf('property:query')).length).toBeGreaterThan(3);
    for (const [dimension, least] of [
      ['device', 3],
      ['browser', 4],
      ['channel', 6],
    ] as const)
      expect((await valuesOf(dimension)).length, dimension).toBeGreaterThanOrEqual(least);
  });

  it('has returning visitors, and orders that are reported again and counted once', async () => {
    const { data } = await ask<OverviewResponse>('/analytics/overview?range=30d');
    expect(data.sessions).toBeGreaterThan(data.visitors * 1.1);
    const again = await ask<{ meta: { total_rows: number } }>('/conversions?range=30d&kind=duplicate');
    expect(again.meta.total_rows).toBeGreaterThan(2);
    expect(data.roas).toBeGreaterThan(1);
  });

  it('rises where the press writes and breaks off where the shop is down, and both are noted', async () => {
    const { data } = await ask<ListAnnotationsResponse>('/annotations');
    const [press, outage] = data as [Annotation, Annotation];
    expect(data.map(({ text }) => text)).toEqual([PRESS.text, OUTAGE.text]);
    const { points } = (await ask<TimeseriesResponse>('/analytics/timeseries?range=30d&granularity=day'))
      .data;
    const visitors = points.map((point) => point.visitors);
    const of = (day: string) => points.find(({ start }) => start.startsWith(day))?.visitors ?? -1;
    expect(of(press.date)).toBe(Math.max(...visitors));
    // The last day has only begun.
    expect(of(outage.date)).toBe(Math.min(...visitors.slice(0, -1)));
  });
});

describe('a year of the demo', () => {
  const now = Date.parse('2026-11-21T10:00:00Z');
  const today = Date.parse('2026-11-21T00:00:00Z');

  it('grows, and is the same for the same moment', () => {
    const week = (age: number) =>
      Array.from({ length: 7 }, (_, day) => demandOf(today - (age + day) * DAY_MS, today).times);
    const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
    expect(sum(week(364))).toBeLessThan(sum(week(0)) * 0.55);
    const shape = () => [...demoVisits({ project: 'proj_1', days: 12, now })];
    expect(shape()).toEqual(shape());
    expect(notableDays(today, 12).map(({ text }) => text)).toEqual([PRESS.text]);
  });

  it('has a click id of its own for each click', () => {
    const text = [...demoVisits({ project: 'proj_1', days: 30, now })]
      .flatMap(({ requests }) => requests)
      .map(({ body }) => new TextDecoder().decode(body))
      .join();
    const ids = [...text.matchAll(/page_url":"[^"]*[?&](?:gclid|fbclid|msclkid)=([\w-]+)/g)].map(
      ([, id]) => id,
    );
    expect(ids.length).toBeGreaterThan(100);
    // The page on which a visit ends may be the one that it began on.
    expect(new Set(ids).size).toBeGreaterThan(ids.length * 0.85);
  });
});

import type {
  BreakdownResponse,
  OverviewResponse,
  ReportResponse,
  TimeseriesPoint,
  TimeseriesResponse,
} from '@cvq/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { START, startTestCollector, type TestCollector } from '../collector.ts';
import { sendShopTraffic } from './shop-traffic.ts';

let collector: TestCollector;
let bearer: string;

beforeAll(async () => {
  collector = await startTestCollector({ timezone: 'Europe/Berlin' });
  bearer = (await collector.addKey({ projects: [collector.project] })).token;
  await sendShopTraffic(collector, 14);
});

async function ask<Answer>(path: string): Promise<Answer> {
  const { status, body } = await collector.client.send({ path: `/v1/analytics/${path}`, bearer });
  expect(body).not.toHaveProperty('error');
  expect(status).toBe(200);
  return body as Answer;
}

const columns = (points: readonly TimeseriesPoint[], names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name, points.map((point) => point[name as keyof TimeseriesPoint])]),
  );

/** As those questions take it that are not about time. */
const undivided = (query: string) => query.replace(/&granularity=\w+/, '');

const QUESTIONS = [
  'range=7d',
  'range=today&granularity=hour',
  'range=30d&granularity=week&bots=included',
  'range=7d&filter=country:is:(not%20set)&filter=page:contains:a',
  'start_date=2026-11-12&end_date=2026-11-18',
];

describe('a report', () => {
  it.each(QUESTIONS)('of %s tells what overview, time series and breakdowns tell', async (query) => {
    const panels = ['source', 'seen_page', 'page', 'event_type', 'property:plan', 'did_event'];
    const report = await ask<ReportResponse>(
      `report?${query}&${panels.map((name) => `breakdown=${name}:50`).join('&')}&measure=pageviews`,
    );
    const overview = await ask<OverviewResponse>(`overview?${undivided(query)}`);
    const { comparison: _, ...totals } = overview.data;
    const { spend_omitted_reason } = report.data;
    expect({ ...report.data.totals.now, spend_omitted_reason }).toEqual(totals);
    expect(report.data.totals.before).toBeNull();
    expect(report.meta).toEqual({
      ...overview.meta,
      compare: null,
      first_event_at: expect.stringMatching(/^2026-11-07T/),
    });

    const { granularity, partial, now } = report.data.series;
    const { data } = await ask<TimeseriesResponse>(`timeseries?${query}`);
    expect(granularity).toBe(data.granularity);
    expect(partial).toBe(data.points.some((point) => point.partial));
    expect(now.labels).toEqual(data.points.map(({ label }) => label));
    expect(now.starts).toEqual(data.points.map(({ start }) => start));
    expect(now.measures).toEqual(columns(data.points, Object.keys(now.measures)));

    for (const [index, dimension] of panels.entries()) {
      const rows = await ask<BreakdownResponse>(
        `breakdown?${undivided(query)}&dimension=${dimension}&sort=-pageviews&limit=50`,
      );
      const told = report.data.breakdowns[index];
      expect(told).toMatchObject({ dimension, total_rows: rows.meta.total_rows });
      expect(told?.rows.map(({ value, now: measures }) => ({ value, ...measures }))).toEqual(
        rows.data.rows.map(({ visitors_share: _, ...row }) => row),
      );
      const buckets = ['seen_page', 'did_event'].includes(dimension) ? 0 : now.labels.length;
      for (const row of told?.rows ?? []) expect(row.trend).toHaveLength(buckets);
    }
  });

  it('tells of the earlier period what is asked of it by its dates', async () => {
    const { data, meta } = await ask<ReportResponse>(
      'report?range=7d&compare=previous_period&compare_until=end&breakdown=source:20&breakdown=seen_page:20',
    );
    expect(meta.compare).toEqual({
      mode: 'previous_period',
      start_date: '2026-11-08',
      end_date: '2026-11-14',
      until: null,
      complete: true,
    });
    const days = 'start_date=2026-11-08&end_date=2026-11-14';
    const alone = await ask<ReportResponse>(`report?${days}&breakdown=source:20&breakdown=seen_page:20`);
    expect(data.totals.before).toEqual(alone.data.totals.now);
    expect(data.series.before).toEqual(alone.data.series.now);
    for (const [index, { rows }] of data.breakdowns.entries()) {
      const rowsAlone = new Map(alone.data.breakdowns[index]?.rows.map(({ value, now }) => [value, now]));
      expect(rowsAlone.size).toBeGreaterThan(0);
      for (const { value, before } of rows) expect(before).toEqual(rowsAlone.get(value) ?? null);
    }
  });

  it('compares a part of a day with the same part, and draws the whole of it', async () => {
    const query =
      'range=today&compare=previous_period&compare_until=same_moment&measure=events&breakdown=source';
    const { data, meta } = await ask<ReportResponse>(`report?${query}`);
    expect(meta.compare?.until).toBe('2026-11-20T11:00:00+01:00');
    const hours = data.series.before;
    expect(hours?.labels).toHaveLength(24);
    const untilEleven = hours?.measures.events
      .slice(0, 11)
      .reduce((sum: number, count) => sum + (count ?? 0), 0);
    expect(data.totals.before?.events).toBe(untilEleven);
    const rows = data.breakdowns[0]?.rows ?? [];
    expect(rows.reduce((sum, { before }) => sum + (before?.events ?? 0), 0)).toBe(untilEleven);
    const { data: overview } = await ask<OverviewResponse>(
      'overview?range=today&compare=previous_period&compare_until=same_moment',
    );
    expect(overview.comparison).toMatchObject({ values: data.totals.before, until: meta.compare?.until });
  });

  it('says that an earlier period began before the first event', async () => {
    const complete = async (query: string) =>
      (await ask<ReportResponse>(`report?${query}`)).meta.compare?.complete;
    expect(await complete('range=7d&compare=previous_period')).toBe(true);
    expect(await complete('range=30d&compare=previous_period')).toBe(false);
  });

  it('rounds the trend of revenue to major units', async () => {
    const { data } = await ask<ReportResponse>('report?range=7d&measure=revenue&breakdown=source:20');
    const revenue = data.breakdowns[0]?.rows.reduce((sum, { now }) => sum + now.revenue, 0) ?? 0;
    const drawn = data.breakdowns[0]?.rows.flatMap(({ trend }) => trend).reduce((sum, part) => sum + part, 0);
    expect(revenue).toBeGreaterThan(0);
    expect(Math.abs(revenue - (drawn ?? 0))).toBeLessThan(7 * 20);
  });

  it.each([
    ['breakdown=moon', /"moon" is not known: use channel/],
    ['breakdown=source:0', /breakdown.*1/],
    ['breakdown=source:101', /breakdown.*100/],
    ['breakdown=', /breakdown/],
    [Array.from({ length: 13 }, () => 'breakdown=source').join('&'), /at most 12/],
    ['measure=bounce_rate', /measure/],
    ['match=weekday', /match is for compare=previous_year only/],
  ])('refuses %s by name', async (query, says) => {
    const { status, body } = await collector.client.send({ path: `/v1/analytics/report?${query}`, bearer });
    expect([status, (body as { error: { code: string } }).error.code]).toEqual([400, 'invalid_request']);
    expect((body as { error: { message: string } }).error.message).toMatch(says);
  });

  it('is empty of everything in a project without events, and in a range that is ahead', async () => {
    const { project } = await collector.addProject();
    const { token } = await collector.addKey({ projects: [project] });
    const path = '/v1/analytics/report?start_date=2026-12-01&end_date=2026-12-02&compare=previous_period';
    for (const as of [token, bearer]) {
      const { body } = await collector.client.send({
        path: `${path}&compare_until=same_moment&breakdown=source`,
        bearer: as,
      });
      const { data, meta } = body as ReportResponse;
      expect([data.totals.now.visitors, data.totals.before?.events, data.breakdowns[0]?.rows]).toEqual([
        0,
        0,
        [],
      ]);
      expect(meta.first_event_at === null).toBe(as === token);
    }
  });
});

describe('an overview of today', () => {
  it('compares with the same date of a year before, up to the same moment', async () => {
    const { data } = await ask<OverviewResponse>('overview?range=today&compare=previous_year');
    expect(data.comparison).toMatchObject({
      ...{
        mode: 'previous_year',
        start_date: '2025-11-21',
        end_date: '2025-11-21',
        until: expect.any(String),
      },
      complete: false,
    });
    expect(new Date(START).toISOString().slice(0, 10)).toBe('2026-11-21');
  });
});

import type { BreakdownResponse, ReportResponse, TimeseriesResponse } from '@cvq/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestCollector, type TestCollector } from '../collector.ts';
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

async function askTable(path: string): Promise<Record<string, string>[]> {
  const headers = { Accept: 'text/csv' };
  const { body } = await collector.client.send({ path: `/v1/analytics/${path}`, bearer, headers });
  const [header = [], ...lines] = (body as string)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  return lines.map((cells) => Object.fromEntries(header.map((name, column) => [name, cells[column] ?? ''])));
}

const EARLIER = 'start_date=2026-11-08&end_date=2026-11-14';
const COMPARED = 'range=7d&compare=previous_period&compare_until=end';

describe('a breakdown beside an earlier period', () => {
  it('is what it was where nothing of it is asked for', async () => {
    const { data, meta } = await ask<BreakdownResponse>('breakdown?dimension=source&range=7d');
    expect(Object.keys(data)).toEqual(['dimension', 'rows', 'other', 'spend_omitted_reason']);
    expect(meta).not.toHaveProperty('compare');
    const names =
      'value visitors visitors_share sessions pageviews events conversions conversion_rate revenue';
    for (const row of data.rows) expect(Object.keys(row)).toEqual([...names.split(' '), 'bounce_rate']);
  });

  it.each(['source', 'page', 'property:plan'])(
    'tells by %s of the days before what is asked of these alone',
    async (dimension) => {
      const { data, meta } = await ask<BreakdownResponse>(`breakdown?dimension=${dimension}&${COMPARED}`);
      const then = await ask<BreakdownResponse>(`breakdown?dimension=${dimension}&${EARLIER}`);
      const rows = new Map(then.data.rows.map(({ value, ...measures }) => [value, measures]));
      expect(data.rows.map(({ value, before }) => [value, before])).toEqual(
        data.rows.map(({ value }) => [value, rows.get(value) ?? null]),
      );
      expect(meta.compare).toMatchObject({ start_date: '2026-11-08', end_date: '2026-11-14', until: null });
      for (const { visitors, before, change } of data.rows) {
        if (!before) expect(change).toBeNull();
        else expect(change?.visitors).toBeCloseTo((visitors - before.visitors) / before.visitors, 4);
      }
    },
  );

  it('leaves nothing of the days before out: rows and the rest are all of them', async () => {
    const { data } = await ask<BreakdownResponse>(`breakdown?dimension=page&${COMPARED}&limit=1&offset=1`);
    const then = await ask<BreakdownResponse>(`breakdown?dimension=page&${EARLIER}`);
    for (const measure of ['events', 'pageviews', 'conversions', 'revenue'] as const) {
      const all = then.data.rows.reduce((sum, row) => sum + row[measure], 0);
      const told = data.rows.reduce((sum, { before }) => sum + (before?.[measure] ?? 0), 0);
      expect(told + (data.before?.other[measure] ?? 0), measure).toBeCloseTo(all, 9);
    }
  });

  it('counts the days before up to the same moment where that is asked for', async () => {
    const query = 'dimension=source&range=today&compare=previous_period&compare_until=same_moment';
    const { data, meta } = await ask<BreakdownResponse>(`breakdown?${query}`);
    const report = await ask<ReportResponse>(`report?${query.replace('dimension=', 'breakdown=')}`);
    expect(meta.compare).toEqual(report.meta.compare);
    const events = data.rows.reduce((sum, { before }) => sum + (before?.events ?? 0), 0);
    expect(events + (data.before?.other.events ?? 0)).toBe(report.data.totals.before?.events);
  });

  it.each(['visitors', 'sessions', 'pageviews', 'events', 'conversions', 'revenue'])(
    'draws the trend of %s as the report does',
    async (measure) => {
      for (const dimension of ['source', 'page', 'event_type', 'property:plan']) {
        const { data } = await ask<BreakdownResponse>(
          `breakdown?dimension=${dimension}&range=7d&trend=true&sort=-${measure}&bots=included`,
        );
        const report = await ask<ReportResponse>(
          `report?breakdown=${dimension}:100&range=7d&measure=${measure}&bots=included`,
        );
        const { granularity, now, partial } = report.data.series;
        expect(data.trend).toEqual({ measure, granularity, labels: now.labels, partial });
        const trends = new Map(report.data.breakdowns[0]?.rows.map(({ value, trend }) => [value, trend]));
        for (const { value, trend } of data.rows)
          expect(trend, `${dimension} ${value}`).toEqual(trends.get(value));
      }
    },
  );

  it('draws it of the rows of a page, in whichever order, by the granularity that is asked for', async () => {
    const query =
      'breakdown?dimension=page&range=7d&trend=true&sort=pageviews&limit=2&offset=1&granularity=hour';
    const { data } = await ask<BreakdownResponse>(query);
    expect(data.trend).toMatchObject({ measure: 'pageviews', granularity: 'hour' });
    expect(data.rows).toHaveLength(2);
    for (const { pageviews, trend = [] } of data.rows) {
      expect(trend).toHaveLength(data.trend?.labels.length ?? 0);
      expect(trend.reduce((sum, count) => sum + count, 0)).toBe(pageviews);
    }
  });

  it('is a table too', async () => {
    const query = `breakdown?dimension=source&${COMPARED}&trend=true`;
    const { data } = await ask<BreakdownResponse>(query);
    const table = await askTable(query);
    expect(table).toHaveLength(data.rows.length);
    for (const [index, { value, before, change, trend }] of data.rows.entries())
      expect(table[index]).toMatchObject({
        value,
        before_visitors: String(before?.visitors ?? ''),
        change_revenue: String(change?.revenue ?? ''),
        trend: trend?.join(' '),
      });
  });

  it.each([
    ['granularity=day', 'invalid_request', /granularity is for trend=true only/],
    ['trend=yes', 'invalid_request', /trend must be/],
    ['trend=true&granularity=hour', 'invalid_range', /at most 7 days/],
    ['compare_until=end', 'invalid_request', /compare_until needs something to compare with/],
    ['compare_start_date=2026-11-01', 'invalid_range', /go together/],
  ])('refuses %s by name', async (query, code, says) => {
    const path = `/v1/analytics/breakdown?dimension=source&${query}`;
    const { status, body } = await collector.client.send({ path, bearer });
    const { error } = body as { error: { code: string; message: string } };
    expect([status, error.code]).toEqual([400, code]);
    expect(error.message).toMatch(says);
  });
});

describe('a time series beside an earlier period', () => {
  it('is what it was where nothing of it is asked for', async () => {
    const { data, meta } = await ask<TimeseriesResponse>('timeseries?range=7d');
    expect(Object.keys(data)).toEqual(['granularity', 'points', 'spend_omitted_reason']);
    expect(meta).not.toHaveProperty('compare');
  });

  it.each(['day', 'hour', 'week'])('by the %s has the points of the days before', async (granularity) => {
    const { data, meta } = await ask<TimeseriesResponse>(`timeseries?${COMPARED}&granularity=${granularity}`);
    const then = await ask<TimeseriesResponse>(`timeseries?${EARLIER}&granularity=${granularity}`);
    expect(data.before).toEqual({ points: then.data.points });
    expect(meta.compare).toMatchObject({ mode: 'previous_period', start_date: '2026-11-08', until: null });
  });

  it('stops the days before at the same moment unless asked for all of them', async () => {
    const query = 'range=today&granularity=hour&compare=previous_period';
    const { data, meta } = await ask<TimeseriesResponse>(`timeseries?${query}`);
    const whole = await ask<TimeseriesResponse>(`timeseries?${query}&compare_until=end`);
    const points = data.before?.points ?? [];
    expect(whole.data.before?.points).toHaveLength(24);
    expect(points.at(-1)?.end).toBe(meta.compare?.until);
    expect(points).toEqual(whole.data.before?.points.slice(0, points.length));
    const byDay = await ask<TimeseriesResponse>(
      `timeseries?${query.replace('hour', 'day')}&compare_until=same_moment`,
    );
    expect(byDay.data.before?.points).toMatchObject([
      {
        end: meta.compare?.until,
        partial: true,
        events: points.reduce((sum, { events }) => sum + events, 0),
      },
    ]);
  });

  it('takes other days, more of them or fewer', async () => {
    const query = 'timeseries?range=7d&compare_start_date=2026-11-09&compare_end_date=2026-11-11';
    const { data, meta } = await ask<TimeseriesResponse>(query);
    expect(data.before?.points.map(({ label }) => label)).toEqual(['2026-11-09', '2026-11-10', '2026-11-11']);
    expect(meta.compare?.mode).toBe('dates');
    const table = await askTable(query);
    expect(table.map(({ label, before_label }) => [label, before_label])).toEqual(
      data.points.map(({ label }, index) => [label, data.before?.points[index]?.label ?? '']),
    );
  });

  it('is told by the day where one day is compared with many, and nothing else is asked', async () => {
    const query = 'range=yesterday&compare_start_date=2026-10-01&compare_end_date=2026-10-19';
    const { data } = await ask<TimeseriesResponse>(`timeseries?${query}`);
    expect([data.granularity, data.points.length, data.before?.points.length]).toEqual(['day', 1, 19]);
    const { series } = (await ask<ReportResponse>(`report?${query}`)).data;
    expect([series.granularity, series.now.labels.length, series.before?.labels.length]).toEqual([
      'day',
      1,
      19,
    ]);
  });

  it('refuses hours of too many days to compare with', async () => {
    const query = 'range=7d&granularity=hour&compare_start_date=2026-10-01&compare_end_date=2026-10-20';
    const { body } = await collector.client.send({ path: `/v1/analytics/timeseries?${query}`, bearer });
    expect(body).toMatchObject({
      error: { code: 'invalid_range', message: expect.stringContaining('compare_end_date is 20') },
    });
  });
});

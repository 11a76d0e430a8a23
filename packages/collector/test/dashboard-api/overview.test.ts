import type { DashboardOverview, ListConversionsResponse, ReportResponse } from '@cvq/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';
import { sendShopTraffic } from '../read/shop-traffic.ts';
import { addPerson, codeOf, openBrowser, PASSWORD, type TestBrowser } from './browser.ts';

const collector = await startTestCollector({ timezone: 'Europe/Berlin' });
let browser: TestBrowser;

beforeAll(async () => {
  await sendShopTraffic(collector, 10);
  await addPerson(collector, 'ann@example.com', true);
  browser = openBrowser(collector);
  await browser.post('/sign-in', { email: 'ann@example.com', password: PASSWORD });
});

/** What the app sends. */
const QUERY = [
  `project=${collector.project}&range=7d&compare=previous_period&compare_until=same_moment&measure=visitors`,
  'breakdown=source:8&breakdown=page:8&breakdown=campaign:6&breakdown=country:6&breakdown=device:6&breakdown=event_type:6',
].join('&');

describe('the overview of the dashboard', () => {
  it('tells what the read API tells, with the latest conversions and who is there', async () => {
    const scopes = ['analytics:read', 'conversions:read', 'spend:read'] as const;
    const { token } = await collector.addKey({ scopes });
    const told = await browser.get(`/overview?${QUERY}`);
    expect(told.status).toBe(200);
    const { data, meta } = told.body as DashboardOverview;
    const { conversions, live, annotations, sources: _, ...report } = data;
    const asked = async (path: string) => (await collector.client.send({ path, bearer: token })).body;
    expect({ data: report, meta }).toEqual((await asked(`/v1/analytics/report?${QUERY}`)) as ReportResponse);
    const latest = (await asked(
      `/v1/conversions?project=${collector.project}&range=7d&limit=6`,
    )) as ListConversionsResponse;
    expect(conversions).toEqual(latest.data);
    expect(conversions).toHaveLength(6);
    expect([live.visitors, annotations]).toEqual([0, []]);
  });

  it('counts who was there in the last five minutes, whatever the filters', async () => {
    const visit = { event_type: 'pageview', context: { page_url: 'https://shop.example/now' } };
    const at = collector.clock.now - 4 * 60_000;
    await collector.client.send({
      method: 'POST',
      path: '/v1/events',
      json: {
        ...{ key: collector.project, visitor_id: 'here', session_id: 'here' },
        events: [{ ...visit, id: `evt_${at}_here`, timestamp: new Date(at).toISOString() }],
      },
    });
    const { body } = await browser.get(`/overview?${QUERY}&filter=page:is:/about`);
    expect((body as DashboardOverview).data.live.visitors).toBe(1);
  });

  it('names the sources that sent the most visitors, whatever the measure and the breakdowns', async () => {
    // Eight sources with two purchases of one visitor each: all of them are before those of many visitors by revenue.
    for (let shop = 0; shop < 8; shop += 1) {
      const at = collector.clock.now - 60_000 * (shop + 1);
      const purchase = (order: number) => ({
        ...{ id: `evt_${at}_o${order}`, event_type: 'purchase', timestamp: new Date(at).toISOString() },
        properties: { order_id: `S-${shop}-${order}`, value: 5_000, currency: 'EUR' },
        context: { page_url: `https://shop.example/?utm_source=shop${shop}` },
      });
      const { status } = await collector.client.send({
        method: 'POST',
        path: '/v1/events',
        json: {
          ...{ key: collector.project, visitor_id: `of${shop}`, session_id: `of${shop}` },
          events: [purchase(1), purchase(2)],
        },
      });
      expect(status).toBe(202);
    }
    const asked = async (query: string) =>
      ((await browser.get(`/overview?${query}`)).body as DashboardOverview).data;
    const byVisitors = await asked(QUERY);
    const [first, ...others] = byVisitors.breakdowns[0]?.rows ?? [];
    expect(byVisitors.sources[0]).toEqual({
      ...{ source: first?.value, now: first?.now.visitors, before: first?.before?.visitors },
    });
    expect(first?.now.visitors).toBeGreaterThan(1);
    expect(others).toHaveLength(7);
    for (const measure of ['revenue', 'conversions', 'ad_spend']) {
      const query = QUERY.replace('measure=visitors', `measure=${measure}`);
      const { sources, breakdowns } = await asked(query);
      expect(sources, measure).toEqual(byVisitors.sources);
      expect(breakdowns).toHaveLength(6);
    }
    const { breakdowns } = await asked(QUERY.replace('measure=visitors', 'measure=revenue'));
    expect(
      breakdowns[0]?.rows.map(({ value }) => value),
      'rows by revenue',
    ).not.toContain(first?.value);
    expect((await asked(QUERY.replace('breakdown=source:8', 'breakdown=channel:8'))).sources).toEqual(
      byVisitors.sources,
    );
    const alone = await asked(QUERY.replace('&compare=previous_period&compare_until=same_moment', ''));
    expect(alone.sources[0]).toEqual({ source: first?.value, now: first?.now.visitors, before: null });
  });

  it('is for who has signed in, of projects within reach', async () => {
    expect(codeOf(await openBrowser(collector).get(`/overview?${QUERY}`))).toBe('unauthenticated');
    const { id } = await addPerson(collector, 'stranger@example.com');
    expect(id).not.toBe('');
    const stranger = openBrowser(collector, '10.9.0.1');
    await stranger.post('/sign-in', { email: 'stranger@example.com', password: PASSWORD });
    expect(codeOf(await stranger.get(`/overview?${QUERY}`))).toBe('not_found');
  });
});

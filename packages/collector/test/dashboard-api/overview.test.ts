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
    const { conversions, live, annotations, ...report } = data;
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

  it('is for who has signed in, of projects within reach', async () => {
    expect(codeOf(await openBrowser(collector).get(`/overview?${QUERY}`))).toBe('unauthenticated');
    const { id } = await addPerson(collector, 'stranger@example.com');
    expect(id).not.toBe('');
    const stranger = openBrowser(collector, '10.9.0.1');
    await stranger.post('/sign-in', { email: 'stranger@example.com', password: PASSWORD });
    expect(codeOf(await stranger.get(`/overview?${QUERY}`))).toBe('not_found');
  });
});

import type { OverviewResponse } from '@cvq/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { START, startTestCollector, type TestCollector } from '../collector.ts';

const DAY = 86_400_000;
let collector: TestCollector;
let bearer: string;

type Sale = { readonly value: number; readonly currency: string };

type Visit = { readonly sales?: readonly Sale[]; readonly key?: string };

/** One visit of `pageviews` views a minute apart, and of the sales after them. */
async function visit(
  visitor: string,
  daysAgo: number,
  pageviews: number,
  { sales = [], key = collector.project }: Visit = {},
) {
  const start = START - daysAgo * DAY;
  const steps = [
    ...Array.from({ length: pageviews }, () => ({ event_type: 'pageview', properties: {} })),
    ...sales.map((properties) => ({ event_type: 'purchase', properties })),
  ];
  const answer = await collector.client.send({
    method: 'POST',
    path: '/v1/events',
    json: {
      key,
      visitor_id: visitor,
      session_id: `${visitor}-${daysAgo}`,
      events: steps.map((step, index) => {
        const at = start + index * 60_000;
        return { ...step, id: `evt_${at}_${visitor}${index}`, timestamp: new Date(at).toISOString() };
      }),
    },
  });
  expect(answer.status).toBe(202);
}

async function ask(query: string, as = bearer): Promise<OverviewResponse['data']> {
  const path = `/v1/analytics/overview?${query}`;
  const { status, body } = await collector.client.send({ path, bearer: as });
  expect(status).toBe(200);
  return (body as OverviewResponse).data;
}

beforeAll(async () => {
  collector = await startTestCollector();
  bearer = (await collector.addKey({ projects: [collector.project] })).token;
  // This week, the 15th to the 21st: three visitors, four sessions, six views, two sales.
  await visit('ann', 1, 2, { sales: [{ value: 30, currency: 'EUR' }] });
  await visit('ann', 2, 1);
  await visit('bob', 3, 2, { sales: [{ value: 15, currency: 'EUR' }] });
  await visit('cat', 6, 1);
  // The week before: two visitors, two sessions, five views, one sale.
  await visit('ann', 7, 4, { sales: [{ value: 60, currency: 'EUR' }] });
  await visit('dan', 13, 1);
  // Neither.
  await visit('eve', 14, 3);
  // The week that began a year before: one visitor with two views.
  await visit('fox', 365 + 4, 2);
});

describe('an overview beside an earlier period', () => {
  it('tells of the days right before, and how far each measure is from them', async () => {
    const data = await ask('range=7d&compare=previous_period&compare_until=end');
    expect(data).toMatchObject({ visitors: 3, sessions: 4, pageviews: 6, conversions: 2, revenue: 45 });
    expect(data.comparison).toMatchObject({
      mode: 'previous_period',
      start_date: '2026-11-08',
      end_date: '2026-11-14',
      values: {
        visitors: 2,
        sessions: 2,
        pageviews: 5,
        events: 6,
        conversions: 1,
        converted_sessions: 1,
        conversion_rate: 0.5,
        revenue: 60,
        average_order_value: 60,
        bounce_rate: 0.5,
        average_session_duration_seconds: 120,
        pages_per_session: 2.5,
      },
      change: {
        visitors: 0.5,
        sessions: 1,
        pageviews: 0.2,
        events: 0.3333,
        conversions: 1,
        converted_sessions: 1,
        conversion_rate: 0,
        revenue: -0.25,
        average_order_value: -0.625,
        bounce_rate: 0,
      },
    });
  });

  it('tells of the days that began a year earlier', async () => {
    const { comparison } = await ask('range=7d&compare=previous_year');
    expect(comparison).toMatchObject({
      mode: 'previous_year',
      start_date: '2025-11-15',
      end_date: '2025-11-21',
      values: { visitors: 1, sessions: 1, pageviews: 2, conversions: 0, revenue: 0 },
      change: { visitors: 2, sessions: 3, pageviews: 2 },
    });
  });

  it('tells no change where there was nothing before', async () => {
    const { comparison } = await ask('range=7d&compare=previous_year');
    expect(comparison?.change).toMatchObject({
      conversions: null,
      revenue: null,
      average_order_value: null,
    });
  });

  it('tells the change of the measures themselves, not of what they are rounded to', async () => {
    const { project } = await collector.addProject();
    const { token } = await collector.addKey({ projects: [project] });
    const visits = async (firstDaysAgo: number, pageviews: readonly number[]) => {
      for (const [index, count] of pageviews.entries()) {
        await visit('gus', firstDaysAgo + index, count, { key: project });
      }
    };
    await visits(1, [4, 2, 2]);
    await visits(8, [5, 3, 2]);
    const { pages_per_session, comparison } = await ask('range=7d&compare=previous_period', token);
    expect([pages_per_session, comparison?.values.pages_per_session]).toEqual([2.67, 3.33]);
    expect(comparison?.change.pages_per_session).toBe(-0.2);
  });

  it('filters both periods alike', async () => {
    const { pageviews, comparison } = await ask(
      'range=7d&compare=previous_period&compare_until=end&filter=event_type:is:purchase',
    );
    expect([pageviews, comparison?.values.pageviews, comparison?.values.conversions]).toEqual([0, 0, 1]);
  });
});

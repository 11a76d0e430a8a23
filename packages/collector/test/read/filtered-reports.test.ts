import { DIMENSIONS } from '@cvq/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { START, startTestCollector, type TestCollector } from '../collector.ts';

const MINUTE = 60_000;
let collector: TestCollector;
let bearer: string;

type Data = Record<string, unknown> & { rows: { value: string; visitors: number; sessions: number }[] };

async function ask(path: string, query: [string, string][]) {
  const answer = await collector.client.send({
    path: `/v1/analytics/${path}?${new URLSearchParams(query)}`,
    bearer,
  });
  return { status: answer.status, ...(answer.body as { data: Data; error: Record<string, unknown> }) };
}

type Step = { type?: string; page: string; minutes: number; properties?: Record<string, unknown> };

function visit(visitor: string, query: string, steps: Step[]) {
  return collector.client.send({
    method: 'POST',
    path: '/v1/events',
    json: {
      key: collector.project,
      visitor_id: visitor,
      session_id: `s-${visitor}`,
      events: steps.map(({ type = 'pageview', page, minutes, properties = {} }, index) => {
        const at = START - 60 * MINUTE + minutes * MINUTE;
        const context = { page_url: `https://shop.example${page}${index === 0 ? query : ''}`, referrer: '' };
        const id = `evt_${at}_${visitor}${index}`;
        return { id, event_type: type, timestamp: new Date(at).toISOString(), properties, context };
      }),
    },
  });
}

beforeAll(async () => {
  collector = await startTestCollector({ hosts: ['shop.example'] });
  bearer = (await collector.addKey()).token;
  await visit('ann', '?utm_source=letter&utm_medium=email', [
    { page: '/', minutes: 0 },
    { page: '/pricing', minutes: 1, properties: { plan: 'team' } },
    {
      type: 'purchase',
      page: '/thanks',
      minutes: 3,
      properties: { value: 20, currency: 'EUR', plan: 'team' },
    },
  ]);
  await visit('bob', '', [
    { page: '/', minutes: 0 },
    { page: '/pricing', minutes: 5, properties: { plan: 'free' } },
  ]);
  await visit('cat', '', [{ page: '/about', minutes: 2 }]);
});

describe('filtered reports', () => {
  it('count the events that fulfil every filter, and the sessions that had one', async () => {
    const { data } = await ask('overview', [
      ['filter', 'page:is:/pricing|/about'],
      ['filter', 'source:is_not:letter'],
    ]);
    expect(data).toMatchObject({ visitors: 2, sessions: 2, pageviews: 2, events: 2, conversions: 0 });
  });

  it('count a conversion by the touch that it is attributed to', async () => {
    const { data } = await ask('overview', [['filter', 'channel:is:Email']]);
    expect(data).toMatchObject({ visitors: 1, sessions: 1, events: 3, conversions: 1, revenue: 20 });
  });

  it('add up in a time series as in the overview', async () => {
    const { data } = await ask('timeseries', [
      ['range', '7d'],
      ['filter', 'property:plan:is:team|free'],
    ]);
    const points = data.points as { events: number; sessions: number }[];
    expect(points.reduce((sum, { events }) => sum + events, 0)).toBe(3);
    expect(points.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(2);
  });

  it('break down by a property, which is no one of the twenty', async () => {
    const { data } = await ask('breakdown', [['dimension', 'property:plan']]);
    expect(data.rows.map(({ value, visitors }) => [value, visitors])).toEqual([
      ['(not set)', 3],
      ['free', 1],
      ['team', 1],
    ]);
    const refused = await ask('breakdown', [['dimension', 'properties']]);
    expect(refused.error).toMatchObject({
      code: 'unsupported_dimension',
      details: { supported: DIMENSIONS },
    });
  });

  it('give each row of a breakdown the numbers of an overview that is filtered by its value', async () => {
    for (const dimension of ['source', 'page', 'event_type', 'property:plan', 'entry_page']) {
      const { data } = await ask('breakdown', [['dimension', dimension]]);
      for (const { value, visitors, sessions } of data.rows) {
        const alone = await ask('overview', [['filter', `${dimension}:is:${value}`]]);
        expect(alone.data, `${dimension} ${value}`).toMatchObject({ visitors, sessions });
      }
    }
  });

  it.each([
    ['page:contains_not:PRIC', { visitors: 3, events: 4, conversions: 1 }],
    ['property:plan:is_set', { visitors: 2, events: 3, sessions: 2 }],
    ['property:plan:not_set', { visitors: 3, events: 3, sessions: 3 }],
    ['property:value:gt:19.5', { visitors: 1, events: 1, conversions: 1 }],
    ['property:value:gt:20', { visitors: 0, events: 0, conversions: 0 }],
    ['property:value:lt:20.5', { visitors: 1, events: 1, conversions: 1 }],
    ['did_event:is:purchase', { visitors: 1, sessions: 1, pageviews: 2, events: 3, conversions: 1 }],
    ['did_event:is_not:purchase', { visitors: 2, sessions: 2, pageviews: 3, events: 3, conversions: 0 }],
    ['seen_page:is:/pricing', { visitors: 2, sessions: 2, pageviews: 4, events: 5, revenue: 20 }],
    ['seen_page:contains_not:price', { visitors: 3, sessions: 3, events: 6 }],
    ['seen_page:contains_not:pric', { visitors: 1, sessions: 1, events: 1 }],
    ['seen_page:not_set', { visitors: 0, sessions: 0, events: 0 }],
  ])('keep by %s what fulfils it', async (filter, measures) => {
    expect((await ask('overview', [['filter', filter]])).data).toMatchObject(measures);
  });

  it('on what a visit did leave of each row what the overview with both filters has', async () => {
    const did = ['filter', 'did_event:is:purchase'] as [string, string];
    const { data } = await ask('breakdown', [['dimension', 'page'], did]);
    expect(data.rows.map(({ value }) => value)).toEqual(['/', '/pricing', '/thanks']);
    for (const { value, visitors, sessions } of data.rows) {
      const alone = await ask('overview', [did, ['filter', `page:is:${value}`]]);
      expect(alone.data, value).toMatchObject({ visitors, sessions });
    }
  });

  it('break down by the pages that visits saw, with all that these visits brought', async () => {
    const { data } = await ask('breakdown', [['dimension', 'seen_page']]);
    expect(data.rows.map(({ value }) => value)).toEqual(['/', '/pricing', '/about']);
    expect(data.rows).toMatchObject([
      {
        value: '/',
        visitors: 2,
        sessions: 2,
        pageviews: 4,
        conversions: 1,
        revenue: 20,
        conversion_rate: 0.5,
      },
      { value: '/pricing', visitors: 2, sessions: 2, events: 5, conversions: 1, revenue: 20, bounce_rate: 0 },
      { value: '/about', visitors: 1, sessions: 1, events: 1, conversions: 0, revenue: 0, bounce_rate: 1 },
    ]);
    expect(
      data.rows.map((row) => [
        (row as unknown as { exit_rate: number }).exit_rate,
        (row as unknown as { average_time_on_page_seconds: number | null }).average_time_on_page_seconds,
      ]),
    ).toEqual([
      [0, 180],
      [1, 120],
      [1, null],
    ]);
    expect(data.other).toMatchObject({ rows: 0, visitors: null, sessions: null, revenue: null });
    for (const dimension of ['seen_page', 'did_event'])
      for (const { value, visitors, sessions } of (await ask('breakdown', [['dimension', dimension]])).data
        .rows) {
        const alone = await ask('overview', [['filter', `${dimension}:is:${value}`]]);
        expect(alone.data, value).toMatchObject({ visitors, sessions });
      }
  });

  it('tell of pages that were seen as a table, and of no trend', async () => {
    const path = '/v1/analytics/breakdown?dimension=seen_page';
    const table = await collector.client.send({ path, bearer, headers: { Accept: 'text/csv' } });
    expect(table.body).toMatch(/,bounce_rate,exit_rate,average_time_on_page_seconds\r\n\/,/);
    const refused = await ask('breakdown', [
      ['dimension', 'seen_page'],
      ['trend', 'true'],
    ]);
    expect(refused.error).toMatchObject({
      code: 'invalid_request',
      message: 'trend is not told by seen_page.',
    });
  });

  it('are refused with the field and the fix', async () => {
    expect(await ask('overview', [['filter', 'planet:is:Mars']])).toMatchObject({
      status: 400,
      error: { code: 'invalid_request', details: { fields: [{ field: 'filter' }] } },
    });
  });
});

describe('a funnel', () => {
  it('counts who took each step after the one before', async () => {
    const { data } = await ask('funnel', [['event_types', 'pageview,purchase']]);
    expect(data).toEqual({
      scope: 'visitor',
      window_days: 30,
      steps: [
        {
          step: 1,
          event_type: 'pageview',
          count: 3,
          rate_from_previous: 1,
          rate_from_first: 1,
          dropped: 0,
          median_seconds_from_previous: null,
        },
        {
          step: 2,
          event_type: 'purchase',
          count: 1,
          rate_from_previous: 0.3333,
          rate_from_first: 0.3333,
          dropped: 2,
          median_seconds_from_previous: 180,
        },
      ],
      overall_conversion_rate: 0.3333,
    });
  });

  it('looks at those whom a filter chooses, with all that they did', async () => {
    const { data } = await ask('funnel', [
      ['event_types', 'pageview,purchase'],
      ['scope', 'session'],
      ['filter', 'page:is:/pricing'],
    ]);
    expect((data.steps as { count: number }[]).map(({ count }) => count)).toEqual([2, 1]);
  });

  it('of what nobody did has no rates', async () => {
    const { data } = await ask('funnel', [['event_types', 'unheard,of']]);
    expect(data.overall_conversion_rate).toBeNull();
    expect(data.steps).toMatchObject([
      { count: 0, rate_from_previous: null },
      { count: 0, rate_from_previous: null },
    ]);
  });

  it.each([
    ['event_types=pageview', 'must name 2 to 10 event types'],
    ['event_types=a,b,a', 'names "a" twice'],
    ['event_types=a,,b', 'must have 1 to 128 characters between its commas'],
    ['event_types=a,b&window_days=0', 'must be a whole number from 1 to 400'],
    ['event_types=a,b&scope=team', 'must be one of visitor, session'],
    ['range=7d', 'is required: event types with commas between, in their order'],
  ])('refuses %s', async (query, message) => {
    const { status, error } = await ask('funnel', [...new URLSearchParams(query)]);
    expect({ status, error }).toMatchObject({
      status: 400,
      error: { code: 'invalid_request', details: { fields: [{ message }] } },
    });
  });
});

import { describe, expect, it } from 'vitest';
import { START, startTestCollector, USER_AGENT } from '../collector.ts';

const collector = await startTestCollector();
const { client } = collector;

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

let events = 0;
function pageview(fields: Record<string, unknown> = {}) {
  events += 1;
  return { id: `evt_${START}_bot${1000 + events}`, event_type: 'pageview', ...fields };
}

type Visit = { userAgent?: string; headers?: Record<string, string> } & Record<string, unknown>;

function visit(project: string, { userAgent = USER_AGENT, headers, ...batch }: Visit) {
  return client.send({
    method: 'POST',
    path: '/v1/events',
    headers: { 'Content-Type': 'text/plain', 'User-Agent': userAgent, 'Accept-Language': 'de', ...headers },
    body: JSON.stringify({ key: project, visitor_id: 'v', session_id: 's', events: [pageview()], ...batch }),
  });
}

async function overview(project: string, bots = 'excluded') {
  const { token } = await collector.addKey({ projects: [project] });
  const { body } = await client.send({
    path: `/v1/analytics/overview?range=today&bots=${bots}`,
    bearer: token,
  });
  return (body as { data: Record<string, unknown> }).data;
}

type Counted = { readonly conversions: number; readonly revenue: number; readonly pageviews: number };

/** The same figures by each of the reports that tell them. */
async function reportsOf(project: string, bearer: string, bots = 'excluded') {
  const get = async (path: string) => {
    const { status, body } = await client.send({
      path: `/v1/${path}&bots=${bots}&project=${project}`,
      bearer,
    });
    expect([status, body], path).toEqual([200, expect.anything()]);
    return body as { data: unknown; total_bot_requests: number };
  };
  const sumOf = (rows: readonly Counted[]) => ({
    conversions: rows.reduce((sum, row) => sum + row.conversions, 0),
    revenue: rows.reduce((sum, row) => sum + row.revenue, 0),
    pageviews: rows.reduce((sum, row) => sum + row.pageviews, 0),
  });
  const totals = (await get('analytics/overview?range=today')).data as Counted & { visitors: number };
  const series = (await get('analytics/timeseries?range=today')).data as { points: Counted[] };
  const byBrowser = (await get('analytics/breakdown?range=today&dimension=browser')).data as {
    rows: Counted[];
  };
  const list = (await get('conversions?range=today')).data as { order_id: string | null }[];
  const found = await client.send({ path: '/v1/analytics/bots?date_from=2026-11-21', bearer });
  return {
    ...totals,
    series: sumOf(series.points),
    byBrowser: sumOf(byBrowser.rows),
    listed: list.map(({ order_id }) => order_id).toSorted(),
    bots: (found.body as { total_bot_requests: number }).total_bot_requests,
  };
}

async function botsIn(project: string) {
  return (await collector.stored(project)).map(({ bot }) => bot);
}

async function withKeys() {
  return collector.addProject();
}

describe('a bot', () => {
  it('is stored with its kind, its name and the reasons, and counts only where bots are asked for', async () => {
    const { project } = await withKeys();
    expect((await visit(project, { userAgent: GOOGLEBOT })).body).toMatchObject({ accepted: 1 });
    expect(await botsIn(project)).toEqual([
      { category: 'search_engine', name: 'Googlebot', score: 100, reasons: ['named'], filtered: true },
    ]);
    expect(await overview(project)).toMatchObject({ visitors: 0, sessions: 0, pageviews: 0 });
    expect(await overview(project, 'included')).toMatchObject({ visitors: 1, sessions: 1, pageviews: 1 });
  });

  it('is found by the signs that its browser gives, and by the lack of a user agent', async () => {
    const { project } = await withKeys();
    await visit(project, { signals: ['webdriver'] });
    await visit(project, { userAgent: '' });
    expect(await botsIn(project)).toMatchObject([
      { reasons: ['webdriver'] },
      { reasons: ['empty_user_agent'] },
    ]);
  });

  it('converts nothing', async () => {
    const { project } = await withKeys();
    const purchase = pageview({
      event_type: 'purchase',
      conversion: true,
      properties: { value: 10, currency: 'EUR' },
    });
    await visit(project, { userAgent: GOOGLEBOT, events: [purchase] });
    expect(await overview(project, 'included')).toMatchObject({ conversions: 0, revenue: 0 });
    expect((await collector.stored(project))[0]?.conversion).toMatchObject({ value: 10 });
  });

  it('that is found by its pace takes along what it did before', async () => {
    const { project } = await withKeys();
    const views = Array.from({ length: 15 }, (_, index) =>
      pageview({
        timestamp: new Date(START - 60_000 + index * 1000).toISOString(),
        context: { page_url: `https://shop.example/${index}` },
      }),
    );
    for (const view of views) await visit(project, { events: [view] });
    const found = await botsIn(project);
    expect([found[0], found.at(-1)]).toMatchObject([null, { reasons: ['constant_interval'] }]);
    expect(await overview(project)).toMatchObject({ visitors: 0, sessions: 0, pageviews: 0 });
    expect(await overview(project, 'included')).toMatchObject({ visitors: 1, sessions: 1, pageviews: 15 });
  });

  it.each([20, 200, 400])('that asks for %i pages a second is found', async (perSecond) => {
    const { project } = await withKeys();
    const views = Array.from({ length: perSecond * 5 }, (_, index) =>
      pageview({
        timestamp: new Date(START - 60_000 + (index * 1000) / perSecond).toISOString(),
        context: { page_url: `https://shop.example/${index}` },
      }),
    );
    for (let from = 0; from < views.length; from += 50) {
      const { body } = await visit(project, { events: views.slice(from, from + 50) });
      expect(body).toMatchObject({ accepted: 50 });
    }
    expect((await botsIn(project)).at(-1)).toMatchObject({ reasons: ['rapid_session'] });
    expect(await overview(project)).toMatchObject({ visitors: 0, pageviews: 0 });
  });

  it('that is found late takes its conversion out of every report, and all of them agree', async () => {
    const { project } = await withKeys();
    const { token } = await collector.addKey({
      projects: [project],
      scopes: ['analytics:read', 'conversions:read', 'bots:read'],
    });
    const at = (index: number) => new Date(START - 600_000 + index * 10_000).toISOString();
    const view = (index: number) =>
      pageview({ timestamp: at(index), context: { page_url: `https://shop.example/${index}` } });
    const person = { session_id: 'p', visitor_id: 'person' };
    const order = (id: string) => ({
      event_type: 'purchase',
      conversion: true,
      properties: { value: 50, currency: 'EUR', order_id: id },
    });
    const buy = (id: string, given: object = {}) => pageview({ ...order(id), timestamp: at(1), ...given });

    await visit(project, { ...person, events: [view(0), buy('o1')] });
    await visit(project, { events: [view(0), buy('o2')] });
    const before = await reportsOf(project, token);
    expect(before).toMatchObject({ conversions: 2, listed: ['o1', 'o2'], visitors: 2, bots: 0 });

    await visit(project, { events: [view(2)], signals: ['webdriver'] });
    const after = await reportsOf(project, token);
    expect(after).toMatchObject({ conversions: 1, listed: ['o1'], visitors: 1, bots: 3 });
    for (const { conversions, revenue, pageviews } of [after, after.series, after.byBrowser]) {
      expect({ conversions, revenue, pageviews }).toEqual({ conversions: 1, revenue: 50, pageviews: 1 });
    }
    const included = await reportsOf(project, token, 'included');
    expect(included).toMatchObject({ conversions: 1, listed: ['o1'], visitors: 2, pageviews: 3, bots: 3 });
    expect(included.series.pageviews).toBe(3);
    expect(await collector.stored(project), 'nothing is dropped').toHaveLength(5);
  });

  it('stays in reports where the site does not filter bots, and is still called one', async () => {
    const { project } = await withKeys();
    await visit(project, { userAgent: GOOGLEBOT, filter_bots: false });
    expect(await overview(project)).toMatchObject({ visitors: 1, pageviews: 1 });
    expect(await botsIn(project)).toMatchObject([{ name: 'Googlebot', filtered: false }]);
  });

  it('is not recorded where the site does not track bots, though people are', async () => {
    const { project } = await withKeys();
    const bot = await visit(project, { userAgent: GOOGLEBOT, track_bots: false });
    expect([bot.status, bot.body]).toEqual([202, { accepted: 1, duplicates: 0, rejected: [] }]);
    await visit(project, { track_bots: false });
    expect(await botsIn(project)).toEqual([null]);
  });
});

it('a school behind one address without visitor ids stays people, however much it reads', async () => {
  const { project } = await withKeys();
  const views = Array.from({ length: 450 }, (_, index) =>
    pageview({
      timestamp: new Date(START - 7_200_000 + index * 15_000).toISOString(),
      context: { page_url: `https://shop.example/${index % 90}` },
    }),
  );
  for (let from = 0; from < views.length; from += 50) {
    const sent = { visitor_id: undefined, session_id: undefined, events: views.slice(from, from + 50) };
    expect((await visit(project, sent)).body).toMatchObject({ accepted: 50 });
  }
  expect((await botsIn(project)).filter(Boolean)).toEqual([]);
  expect(await overview(project)).toMatchObject({ pageviews: 450 });
});

it('bot analytics name a bot once, whatever kinds its user agents were taken for', async () => {
  const { project } = await withKeys();
  const { token } = await collector.addKey({ projects: [project], scopes: ['bots:read'] });
  await visit(project, { userAgent: 'thing' });
  await visit(project, { userAgent: 'thing monitor' });
  const { body } = await client.send({
    path: `/v1/analytics/bots?project=${project}&date_from=2026-11-21`,
    bearer: token,
  });
  expect(body).toMatchObject({
    by_category: { monitoring: 1, other: 1 },
    top_bots: [{ name: 'thing', requests: 2 }],
  });
});

it('bot analytics have four keys, which sum to the total, and name the bots that asked most', async () => {
  const { project } = await withKeys();
  const { token } = await collector.addKey({ projects: [project], scopes: ['bots:read'] });
  const asked: readonly [userAgent: string, times: number][] = [
    [GOOGLEBOT, 3],
    ['Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)', 2],
    ['Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)', 2],
    ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 1],
    ['curl/8.5.0', 1],
  ];
  for (const [userAgent, times] of asked)
    for (let time = 0; time < times; time += 1) await visit(project, { userAgent });
  await visit(project, { session_id: 'p', visitor_id: 'person' });
  const ask = (query: string) =>
    client.send({ path: `/v1/analytics/bots?project=${project}&${query}`, bearer: token });
  expect((await ask('date_from=2026-11-21')).body).toEqual({
    total_bot_requests: 9,
    by_category: { search_engine: 3, ai_crawler: 2, monitoring: 2, other: 2 },
    top_bots: [
      { name: 'Googlebot', requests: 3 },
      { name: 'GPTBot', requests: 2 },
      { name: 'UptimeRobot', requests: 2 },
      { name: 'curl', requests: 1 },
      { name: 'facebookexternalhit', requests: 1 },
    ],
  });
  expect((await ask('date_from=2026-11-22&date_to=2026-11-22')).body).toEqual({
    total_bot_requests: 0,
    by_category: { search_engine: 0, ai_crawler: 0, monitoring: 0, other: 0 },
    top_bots: [],
  });
});

it('the pixel says by what a program was known', async () => {
  const { project } = await withKeys();
  await client.send({
    path: `/v1/pixel.gif?key=${project}`,
    headers: { 'User-Agent': 'curl/8.5.0', Accept: '*/*' },
  });
  expect(await botsIn(project)).toMatchObject([
    { category: 'other', name: 'curl', reasons: ['user_agent', 'no_javascript'] },
  ]);
});

describe("a backend's event", () => {
  async function track(serverKey: string, context?: Record<string, string>) {
    const answer = await client.send({
      method: 'POST',
      path: '/v1/track',
      bearer: serverKey,
      headers: { 'User-Agent': 'node' },
      json: {
        event_type: 'purchase',
        properties: { value: 5, currency: 'EUR' },
        ...(context && { context }),
      },
    });
    expect(answer.status).toBe(200);
  }

  it('is judged by the visitor that it names, never by the program that sent it', async () => {
    const { project, serverKey } = await withKeys();
    await track(serverKey);
    await track(serverKey, { user_agent: USER_AGENT, ip: '203.0.113.9' });
    await track(serverKey, { user_agent: GOOGLEBOT });
    const named = (await botsIn(project)).map((bot) => (bot as { name?: string } | null)?.name ?? null);
    expect(named.toSorted()).toEqual(['Googlebot', null, null]);
    expect(await overview(project)).toMatchObject({ conversions: 2 });
  });
});

it("a project's own rule holds from the next event on", async () => {
  const { project } = await withKeys();
  await visit(project, {});
  await collector.control.addBotRules(project, [{ kind: 'userAgentContains', value: 'windows NT 10' }], {
    at: START,
  });
  await visit(project, { session_id: 'next', visitor_id: 'w' });
  await collector.control.removeBotRule(project, { kind: 'userAgentContains', value: 'windows NT 10' });
  await visit(project, { session_id: 'third', visitor_id: 'x' });
  expect(await botsIn(project)).toMatchObject([
    null,
    { name: 'Custom rule', reasons: ['custom_rule'] },
    null,
  ]);
});

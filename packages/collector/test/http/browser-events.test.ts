import { describe, expect, it } from 'vitest';
import type { Answer } from '../client.ts';
import { START, startTestCollector, USER_AGENT } from '../collector.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

const MAC_SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15';

const collector = await startTestCollector();
const { client, project } = collector;

let lastEvent = 0;
function pageview(fields: Record<string, unknown> = {}) {
  lastEvent += 1;
  return { id: `evt_${START}_view${lastEvent}`, event_type: 'pageview', ...fields };
}

type Sending = { type?: string; headers?: Record<string, string> };

function postBatch(
  batch: Record<string, unknown>,
  { type = 'text/plain;charset=UTF-8', headers }: Sending = {},
) {
  return client.send({
    method: 'POST',
    path: '/v1/events',
    headers: { 'Content-Type': type, 'User-Agent': USER_AGENT, Origin: 'https://shop.example', ...headers },
    body: JSON.stringify({ key: project, visitor_id: 'visitor-1', session_id: 'session-1', ...batch }),
  });
}

async function storedById(id: string, of = project) {
  return (await collector.stored(of)).find(({ event_id }) => event_id === id);
}

function expectCorsHeaders({ headers }: Answer): void {
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['access-control-allow-credentials']).toBeUndefined();
}

describe('POST /v1/events', () => {
  it.each(['text/plain;charset=UTF-8', 'text/plain', 'application/json', 'application/json; charset=utf-8'])(
    'takes a batch as %s',
    async (type) => {
      const answer = await postBatch({ events: [pageview(), pageview()] }, { type });
      expect(answer.status).toBe(202);
      expect(answer.body).toEqual({ accepted: 2, duplicates: 0, rejected: [] });
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
    },
  );

  it('stores what the browser said of the event, and who said it', async () => {
    const view = pageview({
      timestamp: '2026-11-21T09:59:59.120Z',
      properties: { colour: 'green' },
      context: {
        page_url: 'https://shop.example/teapot.html?utm_source=newsletter#reviews',
        referrer: 'https://www.example.org/',
        title: 'Teapot',
        language: 'de-DE',
        screen: '1440x900',
      },
    });
    await postBatch({ user_id: 'customer-1042', events: [view] });
    expect(await storedById(view.id)).toMatchObject({
      event_id: view.id,
      event_type: 'pageview',
      timestamp: '2026-11-21T09:59:59.120Z',
      received_at: new Date(START).toISOString(),
      origin: 'browser',
      session_id: 'session-1',
      visitor_id: 'visitor-1',
      user_id: 'customer-1042',
      properties: { colour: 'green' },
      conversion: null,
      context: {
        page_url: 'https://shop.example/teapot.html?utm_source=newsletter#reviews',
        referrer: 'https://www.example.org/',
        title: 'Teapot',
        user_agent: USER_AGENT,
        language: 'de-DE',
        screen: '1440x900',
      },
    });
  });

  it.each([
    ['with a touch screen', 5, { os: 'iPadOS', device: 'tablet' }],
    ['without one', 0, { os: 'macOS', device: 'desktop' }],
    ['with one point of touch, as a pen has', 1, { os: 'macOS', device: 'desktop' }],
    ['that does not say', undefined, { os: 'macOS', device: 'desktop' }],
  ])('tells an iPad from a Mac by its touch screen: what calls itself a Mac %s', async (_name, touch, is) => {
    const view = pageview();
    const headers = { 'User-Agent': MAC_SAFARI };
    await postBatch({ touch_points: touch, events: [view] }, { headers });
    expect((await storedById(view.id))?.client).toMatchObject(is);
  });

  it('never stores user data in the clear', async () => {
    const event = pageview({
      event_type: 'lead',
      user_data: { email: 'ada@example.com', phone: '+4915112345678' },
    });
    await postBatch({ events: [event] });
    const text = JSON.stringify(await storedById(event.id));
    expect(text).not.toContain('ada@example.com');
    expect(text).not.toContain('4915112345678');
  });

  it('answers what it stored, what it knew and what it refused, by index', async () => {
    const known = pageview();
    await postBatch({ events: [known] });
    const answer = await postBatch({
      events: [
        pageview(),
        known,
        { ...pageview(), event_type: 7 },
        pageview({ timestamp: 'yesterday' }),
        'no event',
        pageview({ id: 'evt_1' }),
        pageview(),
      ],
    });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({
      accepted: 2,
      duplicates: 1,
      rejected: [
        { index: 2, error: expect.stringMatching(/^event_type /) },
        { index: 3, error: expect.stringMatching(/^timestamp /) },
        { index: 4, error: expect.stringMatching(/^body .*object/) },
        { index: 5, error: expect.stringMatching(/^id /) },
      ],
    });
  });

  it.each(['guest', 'NULL', 'undefined', '0', ' anonymous ', '[object Object]'])(
    'takes the user id %j for nobody, from a browser and from a server',
    async (user_id) => {
      const view = pageview();
      await postBatch({ user_id, events: [view] });
      expect(await storedById(view.id)).toMatchObject({ visitor_id: 'visitor-1', user_id: null });
      const answer = await client.send({
        method: 'POST',
        path: '/v1/track',
        bearer: collector.serverKey,
        json: { event_type: 'signup', user_id },
      });
      const { event_id } = answer.body as { event_id: string };
      expect(await storedById(event_id)).toMatchObject({ visitor_id: null, user_id: null });
    },
  );

  it('stores an id once, however often and in however many batches it comes', async () => {
    const view = pageview();
    expect((await postBatch({ events: [view, view, view] })).body).toMatchObject({
      accepted: 1,
      duplicates: 2,
    });
    expect((await postBatch({ events: [view] })).body).toMatchObject({ accepted: 0, duplicates: 1 });
    const same = (await collector.stored()).filter(({ event_id }) => event_id === view.id);
    expect(same).toHaveLength(1);
  });

  it('takes 100 events', async () => {
    const events = Array.from({ length: 100 }, () => pageview());
    expect((await postBatch({ events })).body).toEqual({ accepted: 100, duplicates: 0, rejected: [] });
  });

  it('takes a batch of nothing but the key and the events', async () => {
    const events = [pageview()];
    const answer = await postBatch({ visitor_id: undefined, session_id: undefined, events });
    expect(answer).toMatchObject({ status: 202, body: { accepted: 1 } });
  });

  it('takes null for what a batch leaves out', async () => {
    const optional = [
      'sent_at',
      'visitor_id',
      'session_id',
      'user_id',
      'sdk',
      'consent',
      'signals',
      'touch_points',
      'click_ids',
    ];
    const nothing = Object.fromEntries(optional.map((name) => [name, null]));
    expect((await postBatch({ ...nothing, events: [pageview()] })).status).toBe(202);
  });

  it.each(['proj_unknown', '', 'sk_x', '__proto__'])('answers 401 to the unknown key %j', async (key) => {
    const before = (await collector.stored()).length;
    const answer = await postBatch({ key, events: [pageview()] });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ success: false, error: expect.stringMatching(/^key /) });
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm=/);
    expect((await collector.stored()).length).toBe(before);
  });

  it('answers 401 to a server key: it is not for pages', async () => {
    expect((await postBatch({ key: collector.serverKey, events: [pageview()] })).status).toBe(401);
  });

  it('knows a project from the moment in which another process created it', async () => {
    expect((await postBatch({ key: 'proj_not_yet', events: [pageview()] })).status).toBe(401);
    const other = await collector.addProject();
    expect((await postBatch({ key: other.project, events: [pageview()] })).status).toBe(202);
    expect(await collector.stored(other.project)).toHaveLength(1);
  });

  it.each([
    [
      'purchase',
      { event_type: 'purchase', properties: { order_id: 'A-1', value: 12.5, currency: 'EUR' } },
      { order_id: 'A-1', value: 12.5, currency: 'EUR' },
    ],
    ['signup without a value', { event_type: 'signup' }, { order_id: null, value: null, currency: null }],
    [
      'event that the page calls one',
      { event_type: 'demo_booked', conversion: true },
      { order_id: null, value: null, currency: null },
    ],
    ['value alone', { event_type: 'add_to_cart', properties: { value: 12.5 } }, null],
  ])('takes a %s for a conversion as documented', async (_name, fields, conversion) => {
    const event = pageview(fields);
    await postBatch({ events: [event] });
    expect((await storedById(event.id))?.conversion).toEqual(conversion);
  });

  it('counts visitors, sessions, page views and conversions in the overview', async () => {
    const other = await collector.addProject();
    const { token } = await collector.addKey({ projects: [other.project] });
    const visit = (visitor_id: string, session_id: string, events: unknown[]) =>
      postBatch({ key: other.project, visitor_id, session_id, events });
    await visit('ada', 'one', [
      pageview(),
      pageview(),
      pageview({ event_type: 'purchase', properties: { value: 10 } }),
    ]);
    await visit('ada', 'two', [pageview()]);
    await visit('eve', 'three', [pageview()]);
    const { body } = await client.send({ path: '/v1/analytics/overview?range=today', bearer: token });
    expect(body).toMatchObject({
      data: {
        visitors: 2,
        sessions: 3,
        pageviews: 4,
        events: 5,
        conversions: 1,
        converted_sessions: 1,
        revenue: 10,
        average_order_value: 10,
        bounce_rate: 0.6667,
        pages_per_session: 1.33,
      },
    });
  });
});

describe('the clock of a browser', () => {
  const correction: [name: string, sentAt: number, timestamp: number, stored: number][] = [
    ['right', START, START - 5000, START - 5000],
    ['late by 30 seconds, which a network can do', START - 30 * SECOND_MS, START - 60_000, START - 60_000],
    ['late by more than 30 seconds', START - 30_001, START - 60_001, START - 30_000],
    ['early by 30 seconds', START + 30 * SECOND_MS, START - 1000, START - 1000],
    ['early by an hour', START + HOUR_MS, START + HOUR_MS - 5000, START - 5000],
    [
      'late by two years',
      START - 2 * 365 * 24 * HOUR_MS,
      START - 2 * 365 * 24 * HOUR_MS - 5000,
      START - 5000,
    ],
    ['early by ten years', START + 3650 * 24 * HOUR_MS, START + 3650 * 24 * HOUR_MS - 5000, START - 5000],
    ['of 1970', 0, -5000, START - 5000],
  ];

  it.each(correction)('that is %s', async (_name, sentAt, timestamp, stored) => {
    const view = pageview({ timestamp: new Date(timestamp).toISOString() });
    const answer = await postBatch({ sent_at: new Date(sentAt).toISOString(), events: [view] });
    expect(answer.body).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
    expect((await storedById(view.id))?.timestamp).toBe(new Date(stored).toISOString());
  });

  it.each([
    ['early by an hour', HOUR_MS],
    ['late by eight days', -8 * 24 * HOUR_MS],
    ['late by 30 seconds, which a network can do', -30 * SECOND_MS],
  ])('that is %s is corrected for the clicks that it tells of as well', async (_name, error) => {
    const clicked = START - 5000;
    const view = pageview({ timestamp: new Date(START + error).toISOString() });
    const at = new Date(clicked + error).toISOString();
    await postBatch({
      sent_at: new Date(START + error).toISOString(),
      click_ids: { gclid: { value: 'Cj0KCQ', at }, fbclid: { value: 'IwAR' } },
      events: [view],
    });
    const isTolerated = error === -30 * SECOND_MS;
    const gclid = { value: 'Cj0KCQ', at: isTolerated ? at : new Date(clicked).toISOString() };
    expect(await storedById(view.id)).toMatchObject({
      context: { click_ids: { gclid, fbclid: { value: 'IwAR', at: null } } },
    });
  });

  it('is not looked at for an event without a timestamp', async () => {
    const view = pageview();
    await postBatch({ sent_at: '2020-01-01T00:00:00Z', events: [view] });
    expect((await storedById(view.id))?.timestamp).toBe(new Date(START).toISOString());
  });

  it('that is corrected leaves the rules on age in force', async () => {
    const old = pageview({ timestamp: new Date(START + HOUR_MS - 401 * 24 * HOUR_MS).toISOString() });
    const answer = await postBatch({ sent_at: new Date(START + HOUR_MS).toISOString(), events: [old] });
    expect(answer.body).toMatchObject({ accepted: 0, rejected: [{ index: 0 }] });
  });

  it('decides the day on which an event is counted', async () => {
    const other = await collector.addProject();
    const { token } = await collector.addKey({ projects: [other.project] });
    const tomorrow = START + 24 * HOUR_MS;
    await postBatch({
      key: other.project,
      sent_at: new Date(tomorrow).toISOString(),
      events: [pageview({ id: `evt_${tomorrow}_corrected`, timestamp: new Date(tomorrow).toISOString() })],
    });
    const { body } = await client.send({ path: '/v1/analytics/overview?range=today', bearer: token });
    expect(body).toMatchObject({ data: { pageviews: 1, sessions: 1, visitors: 1 } });
  });
});

describe('across origins', () => {
  it('any page may read the answer, also of a refusal, and none but the site itself with cookies', async () => {
    const foreign = await postBatch(
      { events: [pageview()] },
      { headers: { Origin: 'https://elsewhere.example' } },
    );
    expectCorsHeaders(foreign);
    const { headers } = await postBatch({ events: [pageview()] });
    expect(headers['access-control-allow-origin']).toBe('https://shop.example');
    expect(headers['access-control-allow-credentials']).toBe('true');
    expect(headers.vary).toContain('Origin');
    expectCorsHeaders(await postBatch({ events: [] }));
    expectCorsHeaders(await postBatch({ key: 'proj_unknown', events: [pageview()] }));
    expectCorsHeaders(await postBatch({ events: [pageview()] }, { type: 'text/html' }));
    expectCorsHeaders(await client.send({ method: 'DELETE', path: '/v1/events' }));
  });

  it('a preflight is answered with 204, the method and the header that JSON needs', async () => {
    const answer = await client.send({
      method: 'OPTIONS',
      path: '/v1/events',
      headers: {
        Origin: 'https://shop.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.bytes).toHaveLength(0);
    expectCorsHeaders(answer);
    expect(answer.headers['access-control-allow-methods']).toMatch(/\bPOST\b/);
    expect(answer.headers['access-control-allow-headers']).toMatch(/\bContent-Type\b/i);
    expect(Number(answer.headers['access-control-max-age'])).toBeGreaterThan(0);
  });

  it.each(['/v1/track', '/v1/track/batch', '/v1/me', '/v1/analytics/overview'])(
    'no page is let into %s, which takes secret keys',
    async (path) => {
      const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' };
      const answer = await client.send({ method: 'OPTIONS', path, headers });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    },
  );
});

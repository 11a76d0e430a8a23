import { describe, expect, it } from 'vitest';
import type { Answer } from '../client.ts';
import { EVENT_ID, START, startTestCollector } from '../collector.ts';

const DAY_MS = 86_400_000;

const collector = await startTestCollector();
const { client, serverKey } = collector;
const reader = await collector.addKey();

/** Every field of the specification, as its sample call has them: `session_id` inside `context` as well. */
const EXAMPLE = {
  event_type: 'purchase',
  timestamp: '2026-11-21T09:59:00Z',
  session_id: 'session-1',
  user_id: 'customer-1042',
  properties: {
    order_id: 'A-1001',
    value: 129.9,
    currency: 'EUR',
    items: [{ sku: 'TEAPOT-1', name: 'Teapot', price: 129.9, quantity: 1 }],
  },
  user_data: {
    email: 'ada@example.com',
    phone: '+4915112345678',
    first_name: 'Ada',
    last_name: 'Lovelace',
    city: 'Berlin',
    state: 'BE',
    postal_code: '10115',
    country: 'DE',
  },
  context: {
    ip: '203.0.113.7',
    user_agent: 'Mozilla/5.0',
    page_url: 'https://shop.example/thank-you?order=A-1001',
    referrer: 'https://shop.example/cart',
    gclid: 'gclid-1',
    fbclid: 'fbclid-1',
    msclkid: 'msclkid-1',
    session_id: 'session-1',
  },
};

function track(json: unknown, bearer: string | undefined = serverKey): Promise<Answer> {
  return client.send({ method: 'POST', path: '/v1/track', bearer, json });
}

function trackBatch(json: unknown): Promise<Answer> {
  return client.send({ method: 'POST', path: '/v1/track/batch', bearer: serverKey, json });
}

function idOf({ status, body }: Answer): string {
  expect(status).toBe(200);
  expect(body).toEqual({ success: true, event_id: expect.stringMatching(EVENT_ID) });
  return (body as { event_id: string }).event_id;
}

async function storedById(id: string) {
  return (await collector.stored()).filter(({ event_id }) => event_id === id);
}

let lastId = 0;
function freshId(): string {
  lastId += 1;
  return `evt_${START}_fresh${lastId}`;
}

describe('POST /v1/track', () => {
  it('answers the example of the specification with 200, success and the id of the event', async () => {
    const answer = await track(EXAMPLE);
    idOf(answer);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });

  it('keeps every field that was sent, but no user data and no address', async () => {
    const [event, ...others] = await storedById(idOf(await track(EXAMPLE)));
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      event_type: EXAMPLE.event_type,
      timestamp: '2026-11-21T09:59:00.000Z',
      received_at: new Date(START).toISOString(),
      origin: 'server',
      session_id: EXAMPLE.session_id,
      user_id: EXAMPLE.user_id,
      properties: EXAMPLE.properties,
      conversion: { order_id: 'A-1001', value: 129.9, currency: 'EUR' },
      context: {
        user_agent: EXAMPLE.context.user_agent,
        page_url: EXAMPLE.context.page_url,
        referrer: EXAMPLE.context.referrer,
      },
      extras: {
        gclid: EXAMPLE.context.gclid,
        fbclid: EXAMPLE.context.fbclid,
        msclkid: EXAMPLE.context.msclkid,
      },
    });
    const text = JSON.stringify(event);
    for (const secret of ['ada@example.com', '+4915112345678', 'Lovelace', '10115', '203.0.113.7']) {
      expect(text).not.toContain(secret);
    }
  });

  it('counts the event in the overview before it is answered', async () => {
    const { project, serverKey: own } = await collector.addProject();
    const { token } = await collector.addKey({ projects: [project] });
    idOf(await track(EXAMPLE, own));
    const { body } = await client.send({ path: '/v1/analytics/overview?range=today', bearer: token });
    expect(body).toMatchObject({ data: { events: 1, conversions: 1, revenue: 129.9, visitors: 1 } });
  });

  it('takes an event of nothing but its type', async () => {
    const [event] = await storedById(idOf(await track({ event_type: 'ping' })));
    expect(event).toMatchObject({ event_type: 'ping', session_id: null, user_id: null, conversion: null });
  });

  it('takes null for a field that is left out', async () => {
    const nothing = Object.fromEntries(Object.keys(EXAMPLE).map((name) => [name, null]));
    idOf(await track({ ...nothing, event_type: 'ping' }));
  });

  it('takes the session of the context when there is none at the top', async () => {
    const id = idOf(await track({ event_type: 'ping', context: { session_id: 'from-context' } }));
    expect(await storedById(id)).toMatchObject([{ session_id: 'from-context' }]);
  });

  it.each([
    ['constructor', 'toString', 'hasOwnProperty', 'prototype', ''],
    ['ключ', '鍵', '🔑', 'with space', 'a.b', '"quoted"'],
  ])('keeps properties of any name: %j', async (...names: string[]) => {
    const properties = Object.fromEntries(names.map((name) => [name, `value of ${name}`]));
    const id = idOf(await track({ event_type: 'ping', properties }));
    expect((await storedById(id))[0]?.properties).toEqual(properties);
  });

  it.each([['__proto__'], ['constructor'], ['💳'], [' purchase ']])(
    'takes %j for an event type',
    async (type) => {
      const id = idOf(await track({ event_type: type }));
      expect(await storedById(id)).toMatchObject([{ event_type: type.trim() }]);
    },
  );
});

describe('POST /v1/track/batch', () => {
  it('answers one result per element in request order: a bad element fails alone', async () => {
    const before = (await collector.stored()).length;
    const { status, body } = await trackBatch({
      events: [
        { event_type: 'signup' },
        { event_type: '' },
        EXAMPLE,
        'no event',
        { event_type: 'ping', properties: { value: 'much' } },
        { event_type: 'ping' },
      ],
    });
    const stored = { success: true, event_id: expect.stringMatching(EVENT_ID) };
    const refused = (error: RegExp) => ({ success: false, error: expect.stringMatching(error) });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      accepted: 3,
      results: [
        stored,
        refused(/^event_type /),
        stored,
        refused(/^body .*object/),
        refused(/^properties\.value /),
        stored,
      ],
    });
    expect((await collector.stored()).length).toBe(before + 3);
  });

  it('answers 200 when every element is bad, and stores nothing', async () => {
    const before = (await collector.stored()).length;
    const { status, body } = await trackBatch({ events: [{}, {}] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, accepted: 0 });
    expect((await collector.stored()).length).toBe(before);
  });

  it('takes 100 events', async () => {
    const events = Array.from({ length: 100 }, () => ({ event_type: 'ping', event_id: freshId() }));
    const before = (await collector.stored()).length;
    expect(await trackBatch({ events })).toMatchObject({ status: 200, body: { accepted: 100 } });
    expect((await collector.stored()).length).toBe(before + 100);
  });

  it.each([
    ['101 events', { events: Array.from({ length: 101 }, () => ({ event_type: 'ping' })) }, /events.*100/],
    ['no event', { events: [] }, /^events /],
    ['one event', { event_type: 'ping' }, /^events /],
    ['an array', [{ event_type: 'ping' }], /^body /],
    ['events that are no array', { events: { 0: { event_type: 'ping' } } }, /^events /],
    ['events that are text', { events: 'ping' }, /^events /],
    ['events that are null', { events: null }, /^events /],
    ['null', null, /^body /],
    ['text', 'ping', /^body /],
    ['a number', 7, /^body /],
  ])('refuses %s whole, with 400', async (_name, json, says) => {
    const before = (await collector.stored()).length;
    const { status, body } = await trackBatch(json);
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, error: expect.stringMatching(says) });
    expect((await collector.stored()).length).toBe(before);
  });
});

describe('an event id of the sender', () => {
  it('is acknowledged again when it is repeated, and the first event of that id stays', async () => {
    const event_id = freshId();
    expect(idOf(await track({ event_type: 'first', event_id }))).toBe(event_id);
    expect(idOf(await track({ event_type: 'second', event_id }))).toBe(event_id);
    expect(await storedById(event_id)).toMatchObject([{ event_type: 'first' }]);
  });

  it('is stored once when it comes twice in one batch', async () => {
    const event = { event_type: 'ping', event_id: freshId() };
    expect(await trackBatch({ events: [event, event] })).toMatchObject({
      body: {
        accepted: 2,
        results: [
          { success: true, event_id: event.event_id },
          { success: true, event_id: event.event_id },
        ],
      },
    });
    expect(await storedById(event.event_id)).toHaveLength(1);
  });

  it('is stored once when many requests bring it at the same time', async () => {
    const event = { event_type: 'ping', event_id: freshId() };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        fetch(`${collector.baseUrl}/v1/track`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${serverKey}` },
          body: JSON.stringify(event),
        }).then((response) => response.json()),
      ),
    );
    expect(answers).toEqual(answers.map(() => ({ success: true, event_id: event.event_id })));
    expect(await storedById(event.event_id)).toHaveLength(1);
  });

  it('is one event in each project', async () => {
    const other = await collector.addProject();
    const event = { event_type: 'ping', event_id: freshId() };
    idOf(await track(event));
    idOf(await track(event, other.serverKey));
    expect(await storedById(event.event_id)).toHaveLength(1);
    expect(await collector.stored(other.project)).toHaveLength(1);
  });

  it.each([
    'evt_1795255200000',
    'evt_1795255200000_',
    'evt_179525520000_abc',
    'evt_17952552000000_abc',
    'evt_1795255200000_a-b',
    `evt_1795255200000_${'a'.repeat(33)}`,
    'EVT_1795255200000_abc',
    ' evt_1795255200000_abc',
    'evt_1795255200000_abc\n',
    'abc',
  ])('is refused when it has another form: %j', async (event_id) => {
    const { status, body } = await track({ event_type: 'ping', event_id });
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, error: expect.stringMatching(/^event_id /) });
  });
});

describe('the timestamp of an event', () => {
  it('is the time of receipt when there is none', async () => {
    const id = idOf(await track({ event_type: 'ping' }));
    expect(id).toMatch(new RegExp(`^evt_${START}_`));
    expect(await storedById(id)).toMatchObject([{ timestamp: new Date(START).toISOString() }]);
  });

  it.each([
    ['2026-11-21T09:00:00Z', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21T09:00:00.123Z', '2026-11-21T09:00:00.123Z'],
    ['2026-11-21T09:00:00.123987Z', '2026-11-21T09:00:00.123Z'],
    ['2026-11-21T09:00:00,5Z', '2026-11-21T09:00:00.500Z'],
    ['2026-11-21T09:00Z', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21T09:00:00+02:00', '2026-11-21T07:00:00.000Z'],
    ['2026-11-21T09:00:00+0545', '2026-11-21T03:15:00.000Z'],
    ['2026-11-21T02:00:00-08', '2026-11-21T10:00:00.000Z'],
    ['2026-11-20T23:30:00-12:45', '2026-11-21T12:15:00.000Z'],
    ['2026-11-21T09:00:00', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2026-02-28T23:59:59.999+14:00', '2026-02-28T09:59:59.999Z'],
  ])('%s is %s', async (timestamp, instant) => {
    const id = idOf(await track({ event_type: 'ping', timestamp }));
    expect(id).toMatch(new RegExp(`^evt_${Date.parse(instant)}_`));
    expect(await storedById(id)).toMatchObject([{ timestamp: instant }]);
  });

  it.each([
    ['24 hours ahead', START + DAY_MS, 200],
    ['a millisecond more than 24 hours ahead', START + DAY_MS + 1, 400],
    ['400 days old', START - 400 * DAY_MS, 200],
    ['a millisecond older than 400 days', START - 400 * DAY_MS - 1, 400],
    ['of the year 1970', 0, 400],
    ['of the year 9999', Date.parse('9999-12-31T23:59:59Z'), 400],
  ])('%s is answered with %i', async (_name, at, status) => {
    const before = (await collector.stored()).length;
    const answer = await track({ event_type: 'ping', timestamp: new Date(at).toISOString() });
    expect(answer.status).toBe(status);
    if (status === 400)
      expect(answer.body).toEqual({ success: false, error: expect.stringMatching(/^timestamp /) });
    expect((await collector.stored()).length).toBe(before + (status === 200 ? 1 : 0));
  });

  it.each([
    '',
    'yesterday',
    '1795255200000',
    '2026-11-21T24:00:00Z',
    '2026-11-21T09:60:00Z',
    '2026-13-01',
    '2026-02-30',
    '2025-02-29T00:00:00Z',
    '2026-W47-6',
    '21.11.2026',
    '2026-11-21T09:00:00 Z',
    '2026-11-21T09:00:00+24:00',
    'Sat, 21 Nov 2026 09:00:00 GMT',
  ])('%j is refused', async (timestamp) => {
    const { status, body } = await track({ event_type: 'ping', timestamp });
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, error: expect.stringMatching(/^timestamp /) });
  });
});

describe('the key', () => {
  const ping = { event_type: 'ping' };

  it.each(['/v1/track', '/v1/track/batch'])('may be the query parameter api_key of %s', async (path) => {
    const json = path.endsWith('batch') ? { events: [ping] } : ping;
    for (const name of ['api_key', 'api%5Fkey']) {
      const answer = await client.send({ method: 'POST', path: `${path}?${name}=${serverKey}`, json });
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
    }
  });

  it('of the header counts when the query has one as well', async () => {
    const path = (key: string) => `/v1/track?api_key=${key}`;
    const right = await client.send({ method: 'POST', path: path('wrong'), bearer: serverKey, json: ping });
    const wrong = await client.send({ method: 'POST', path: path(serverKey), bearer: 'wrong', json: ping });
    expect([right.status, wrong.status]).toEqual([200, 401]);
  });

  it('in the query is no credential of /v1/events', async () => {
    const json = { events: [{ id: freshId(), ...ping }] };
    const answer = await client.send({ method: 'POST', path: `/v1/events?api_key=${serverKey}`, json });
    expect(answer).toMatchObject({ status: 400, body: { success: false } });
  });

  it.each(['/v1/me', '/v1/projects', '/v1/analytics/overview', '/v1/elsewhere'])(
    'in the query is refused by %s',
    async (path) => {
      const answer = await client.send({ path: `${path}?api_key=${serverKey}` });
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    },
  );

  const revoked = collector.addKey({ kind: 'server', projects: [collector.project] });
  const expired = collector.addKey({
    kind: 'server',
    projects: [collector.project],
    expiry: '30',
    createdAt: START - 30 * DAY_MS,
  });
  const unexpired = collector.addKey({
    kind: 'server',
    projects: [collector.project],
    expiry: '30',
    createdAt: START - 30 * DAY_MS + 1,
  });
  const flipped = serverKey.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));

  it.each<[name: string, authorization: () => Promise<string | undefined> | string | undefined]>([
    ['is missing', () => undefined],
    ['is empty', () => 'Bearer '],
    ['comes by another scheme', () => `Basic ${Buffer.from(`${serverKey}:`).toString('base64')}`],
    ['comes without a scheme', () => serverKey],
    ['is of no known form', () => 'Bearer nonsense'],
    ['is mistyped in its last character', () => `Bearer ${flipped}`],
    ['has something behind it', () => `Bearer ${serverKey} more`],
    ['is a tracking key', () => `Bearer ${collector.project}`],
    ['is a secret key of the read API', () => `Bearer ${reader.token}`],
    ['has expired', async () => `Bearer ${(await expired).token}`],
    [
      'was revoked',
      async () => {
        const { id, token } = await revoked;
        await collector.control.revokeKey(id, START);
        return `Bearer ${token}`;
      },
    ],
  ])('is refused with 401 when it %s', async (_name, authorizationOf) => {
    const authorization = await authorizationOf();
    const before = (await collector.stored()).length;
    for (const path of ['/v1/track', '/v1/track/batch']) {
      const headers = authorization === undefined ? {} : { Authorization: authorization };
      const answer = await client.send({ method: 'POST', path, headers, json: ping });
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ success: false, error: expect.any(String) });
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm=/);
      expect(JSON.stringify(answer.body)).not.toContain(serverKey);
    }
    expect((await collector.stored()).length).toBe(before);
  });

  it.each(['', 'nonsense', flipped])('is refused with 401 when the query says api_key=%s', async (key) => {
    const answer = await client.send({ method: 'POST', path: `/v1/track?api_key=${key}`, json: ping });
    expect(answer).toMatchObject({ status: 401, body: { success: false } });
  });

  it.each([`api_key[]=${serverKey}`, `API_KEY=${serverKey}`, `api_key=${serverKey}&api_key=${serverKey}`])(
    'is no key when the query says %s',
    async (query) => {
      const answer = await client.send({ method: 'POST', path: `/v1/track?${query}`, json: ping });
      expect(answer.status).toBe(401);
    },
  );

  it('says that a tracking key is none of a server', async () => {
    const { body } = await track(ping, collector.project);
    expect(body).toEqual({ success: false, error: expect.stringMatching(/tracking key/) });
  });

  it('works until the millisecond in which it expires', async () => {
    const { token } = await unexpired;
    idOf(await track(ping, token));
  });

  it('is refused by the very next request after another process revoked it, on the same connection', async () => {
    const { id, token } = await collector.addKey({ kind: 'server', projects: [collector.project] });
    for (let round = 0; round < 3; round += 1) idOf(await track(ping, token));
    await collector.control.revokeKey(id, START);
    const answers = [await track(ping, token), await track(ping, token)];
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    idOf(await track(ping));
  });
});

it('events of a suspended account are stored, by its server key and by browsers', async () => {
  const { control, client, project, serverKey, clock, stored } = await startTestCollector();
  const { accountId } = (await control.findProject(project)) as { accountId: string };
  await control.changeAccount(accountId, { suspendedAt: clock.now });
  const json = { event_type: 'signup' };
  const server = await client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json });
  const events = [{ id: `evt_${clock.now}_view`, event_type: 'pageview' }];
  const browser = await client.send({ method: 'POST', path: '/v1/events', json: { key: project, events } });
  expect([server.status, browser.status, (await stored()).length]).toEqual([200, 202, 2]);
});

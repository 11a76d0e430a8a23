import { beforeEach, describe, expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';
import { type Endpoint, endpointsOf, event, expectFailure, post } from './endpoints.ts';

type Kind = 'string' | 'number' | 'boolean' | 'array' | 'object';

/** The tracked event of the specification, field by field, with the items and the event id of the design. */
const SERVER_FIELDS: Record<string, Kind> = {
  event_type: 'string',
  timestamp: 'string',
  session_id: 'string',
  user_id: 'string',
  event_id: 'string',
  properties: 'object',
  'properties.order_id': 'string',
  'properties.value': 'number',
  'properties.currency': 'string',
  'properties.items': 'array',
  'properties.items[0]': 'object',
  'properties.items[0].sku': 'string',
  'properties.items[0].name': 'string',
  'properties.items[0].price': 'number',
  'properties.items[0].quantity': 'number',
  user_data: 'object',
  'user_data.email': 'string',
  'user_data.phone': 'string',
  'user_data.first_name': 'string',
  'user_data.last_name': 'string',
  'user_data.city': 'string',
  'user_data.state': 'string',
  'user_data.postal_code': 'string',
  'user_data.country': 'string',
  context: 'object',
  'context.ip': 'string',
  'context.user_agent': 'string',
  'context.page_url': 'string',
  'context.referrer': 'string',
  'context.gclid': 'string',
  'context.fbclid': 'string',
  'context.msclkid': 'string',
  consent: 'object',
  'context.session_id': 'string',
};

/** An event of a browser batch. What is inside its properties is not judged: a page must not lose its sale. */
const BROWSER_FIELDS: Record<string, Kind> = {
  id: 'string',
  event_type: 'string',
  timestamp: 'string',
  conversion: 'boolean',
  ...Object.fromEntries(
    Object.entries(SERVER_FIELDS).filter(([name]) => /^(properties$|user_data)/.test(name)),
  ),
  context: 'object',
  'context.page_url': 'string',
  'context.referrer': 'string',
  'context.title': 'string',
  'context.language': 'string',
  'context.screen': 'string',
};

/** What a browser batch says once for all its events, besides the key. */
const HEAD_FIELDS: Record<string, Kind> = {
  sent_at: 'string',
  visitor_id: 'string',
  session_id: 'string',
  user_id: 'string',
  sdk: 'string',
  gpc: 'boolean',
  consent: 'object',
  signals: 'array',
  'signals[0]': 'string',
  touch_points: 'number',
  click_ids: 'object',
  'click_ids.gclid': 'object',
  'click_ids.gclid.value': 'string',
};

const VALUES: Record<Kind, unknown> = { string: 'text', number: 7, boolean: true, array: [], object: {} };

function valuesOtherThan(kind: Kind): unknown[] {
  return Object.entries(VALUES).flatMap(([other, value]) => (other === kind ? [] : [value]));
}

/** An object that holds a value at a path such as `properties.items[0].sku`. */
function at(path: string, value: unknown): Record<string, unknown> {
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
  return keys.reduceRight<unknown>((inner, key, index) => {
    if (key === '0') return [inner];
    // What an item must have, so that only the field in question is wrong.
    return keys[index - 1] === '0' ? { sku: 'A', [key]: inner } : { [key]: inner };
  }, value) as Record<string, unknown>;
}

const collector = await startTestCollector();
const { client } = collector;
/** Where events may be stored. */
const other = await collector.addProject();
const endpoints = endpointsOf(collector);
const [, , browser] = endpoints as [Endpoint, Endpoint, Endpoint];

/** A minute for each test, so that no quota of a minute is met. */
beforeEach(() => {
  collector.clock.now += 60_000;
});

function send(endpoint: Endpoint, fields: Record<string, unknown>) {
  return client.send(post(endpoint, JSON.stringify(endpoint.bodyWith({ ...event(), ...fields }))));
}

/** That the only event was refused with a message that begins with the name of the field. */
async function expectFieldRefused(
  endpoint: Endpoint,
  name: string,
  value: unknown,
  says = '',
): Promise<void> {
  const answer = await send(endpoint, at(name, value));
  expect(answer.status, `${name} given ${JSON.stringify(value)}`).toBe(
    endpoint.prefix === '' ? 400 : endpoint.success,
  );
  expect(endpoint.refusalOf(answer)).toMatch(`${name} ${says}`);
  expect(String(endpoint.refusalOf(answer)).startsWith(`${name} `)).toBe(true);
  expect(await collector.stored()).toEqual([]);
}

const fieldsOf = (endpoint: Endpoint) =>
  Object.entries(endpoint.path === '/v1/events' ? BROWSER_FIELDS : SERVER_FIELDS);

describe.each(endpoints)('POST $path', (endpoint) => {
  it.each(fieldsOf(endpoint))('names %s when it is anything but %s', async (name, kind) => {
    for (const value of valuesOtherThan(kind)) await expectFieldRefused(endpoint, name, value);
  });

  const required = endpoint.path === '/v1/events' ? ['event_type', 'id'] : ['event_type'];
  it.each(required)('names %s when it is missing or null', async (name) => {
    await expectFieldRefused(endpoint, name, undefined, 'is required');
    await expectFieldRefused(endpoint, name, null);
  });

  const long = (length: number) => 'x'.repeat(length);
  it.each<[name: string, value: unknown]>(
    [
      ['event_type', ''],
      ['event_type', ' \t\n'],
      ['event_type', long(129)],
      ['user_data.email', long(8193)],
      ['timestamp', 'yesterday'],
      ...(endpoint.path === '/v1/events'
        ? [['id', 'evt_1'] as const]
        : ([
            ['properties.order_id', long(257)],
            ['properties.value', 900_000_000_001],
            ['properties.value', -900_000_000_001],
            ['properties.currency', ''],
            ['properties.currency', 'EURO'],
            ['properties.currency', 'E1R'],
            ['properties.currency', '€'],
            ['properties.items[0].name', long(8193)],
            ['session_id', long(257)],
            ['user_id', long(257)],
            ['context.session_id', long(257)],
            ['event_id', 'evt_1'],
          ] as const)),
    ].map(([name, value]) => [name as string, value]),
  )('names %s when it is %j', async (name, value) => {
    await expectFieldRefused(endpoint, name, value);
  });

  it('names every field that is wrong, in the order of the fields', async () => {
    const answer = await send(endpoint, { event_type: 7, properties: 'x', user_data: { email: 1, city: 2 } });
    expect(endpoint.refusalOf(answer)).toMatch(
      /^event_type .+; properties .+; user_data\.email .+; user_data\.city /,
    );
  });
});

describe('POST /v1/events', () => {
  /** What the answer says of a batch that was accepted with a field that was left out. */
  async function ignoredOf(fields: Record<string, unknown>): Promise<unknown> {
    const before = (await collector.stored(other.project)).length;
    const body = { key: other.project, events: [event()], ...fields };
    const answer = await client.send(post(browser, JSON.stringify(body)));
    expect(answer.status, JSON.stringify(answer.body)).toBe(202);
    expect(answer.body).toMatchObject({ accepted: 1 });
    expect(await collector.stored(other.project)).toHaveLength(before + 1);
    return (answer.body as { ignored?: unknown }).ignored;
  }

  it.each(Object.entries(HEAD_FIELDS))(
    'accepts the events and names %s of the batch when it is anything but %s',
    async (name, kind) => {
      for (const value of valuesOtherThan(kind)) {
        expect(await ignoredOf(at(name, value)), JSON.stringify(value)).toEqual([
          { field: name, error: expect.stringContaining(`${name} `) },
        ]);
      }
    },
  );

  it.each([
    ['too long', 'x'.repeat(257)],
    ['with a NUL', 'a\0b'],
    ['with half of a surrogate pair', 'a\ud800'],
    ['an object', { a: 1 }],
  ])('keeps the other fields where ids of the batch are %s', async (_what, id) => {
    const ignored = await ignoredOf({ visitor_id: id, user_id: id, session_id: 'session-7' });
    expect(ignored).toMatchObject([{ field: 'visitor_id' }, { field: 'user_id' }]);
    const stored = (await collector.stored(other.project)).at(-1);
    expect(stored).toMatchObject({ session_id: 'session-7', user_id: null });
    expect(stored?.visitor_id).toMatch(/^.{8,}$/);
  });

  const PURPOSES = ['analytics_storage', 'ad_storage', 'ad_user_data', 'ad_personalization'];
  const all = (answer: string) => Object.fromEntries(PURPOSES.map((purpose) => [purpose, answer]));
  it.each<[sent: unknown, stored: object, told: string[]]>([
    ['denied', all('denied'), ['consent']],
    ['granted', all('granted'), ['consent']],
    [false, all('denied'), ['consent']],
    [['ad_storage'], all('denied'), ['consent']],
    [{ adUserData: 'denied' }, { ad_user_data: 'denied' }, ['consent.adUserData']],
    [{ adUserData: 'denied', ad_user_data: 'granted' }, { ad_user_data: 'denied' }, ['consent.adUserData']],
    [{ ad_storage: 0 }, { ad_storage: 'denied' }, ['consent.ad_storage']],
    [{ ad_user_data: null, ad_storage: 'granted' }, { ad_storage: 'granted' }, []],
    [{ ad_user_data: 'denied', more: 'a\0b' }, all('denied'), ['consent']],
  ])('takes %j for what it plainly means, else for a denial', async (consent, stored, told) => {
    const fields = (await ignoredOf({ consent })) as readonly { field: string }[] | undefined;
    expect((fields ?? []).map(({ field }) => field)).toEqual(told);
    const { context } = (await collector.stored(other.project)).at(-1) as unknown as {
      context: { consent: object };
    };
    expect(context.consent).toEqual(stored);
  });

  it.each([
    [1, true],
    ['1', true],
    [0, undefined],
  ])('takes %j of Global Privacy Control for what it means', async (gpc, stored) => {
    expect(await ignoredOf({ gpc })).toMatchObject([{ field: 'gpc' }]);
    const { context } = (await collector.stored(other.project)).at(-1) as unknown as {
      context: { gpc?: boolean };
    };
    expect(context.gpc).toBe(stored);
  });

  it('stores no e-mail address as a click id', async () => {
    await ignoredOf({ click_ids: { gclid: { value: 'ada@shop.example', at: '2026-11-21T10:00:00.000Z' } } });
    expect(JSON.stringify((await collector.stored(other.project)).at(-1))).not.toContain('ada@');
  });

  it('leaves out a single click id, and keeps the others', async () => {
    const fine = { value: 'g', at: '2026-11-21T10:00:00.000Z' };
    expect(await ignoredOf({ click_ids: { gclid: fine, fbclid: { value: 7 }, ttclid: 'x' } })).toMatchObject([
      { field: 'click_ids.fbclid.value' },
      { field: 'click_ids.ttclid' },
    ]);
  });

  it('refuses an event alone that no store could give back', async () => {
    const body = { key: other.project, events: [event(), { ...event(), properties: { a: 'b\0' } }] };
    const answer = await client.send(post(browser, JSON.stringify(body)));
    expect(answer).toMatchObject({
      status: 202,
      body: { accepted: 1, rejected: [{ index: 1, error: 'properties.a holds a NUL character.' }] },
    });
  });

  it.each(['key', 'events'])('names %s of the batch when it is anything else', async (name) => {
    for (const value of [7, true, {}, null, name === 'key' ? [] : 'text']) {
      const body = JSON.stringify({ key: collector.project, events: [event()], [name]: value });
      expectFailure(await client.send(post(browser, body)), 400, new RegExp(`^${name} `));
    }
    expect(await collector.stored()).toEqual([]);
  });

  it.each(['key', 'events'])('names %s of the batch when it is missing', async (name) => {
    const body = { key: collector.project, events: [event()], [name]: undefined };
    expectFailure(
      await client.send(post(browser, JSON.stringify(body))),
      400,
      new RegExp(`^${name} is required`),
    );
  });

  it.each([
    ['no event', []],
    ['101 events', Array.from({ length: 101 }, () => event())],
  ])('refuses a batch of %s whole', async (_name, events) => {
    const body = JSON.stringify({ key: collector.project, events });
    expectFailure(await client.send(post(browser, body)), 400, /^events .*100/);
    expect(await collector.stored()).toEqual([]);
  });
});

describe.each(endpoints.slice(0, 2))('POST $path refuses', (endpoint) => {
  it.each<[name: string, field: string, value: unknown, says: string]>([
    ['a currency that does not exist', 'properties.currency', 'QQQ', 'must be an ISO 4217 code'],
    ['an item without an article number', 'properties.items[0].sku', undefined, 'is required'],
    ['an item whose article number is null', 'properties.items[0].sku', null, 'must be a string, not null'],
    ['a long event type', 'event_type', 'x'.repeat(129), 'must have at most 128 characters'],
  ])('%s', async (_name, field, value, says) => {
    await expectFieldRefused(endpoint, field, value, says);
  });
});

describe.each(endpoints)('POST $path keeps', (endpoint) => {
  const long = (length: number) => 'x'.repeat(length);
  it.each<[name: string, fields: Record<string, unknown>]>([
    ['an event type of 128 characters', { event_type: long(128) }],
    ['an order of 256 characters', at('properties.order_id', long(256))],
    ['an address of any length', at('context.page_url', long(20_000))],
    ['the largest value', at('properties.value', 900_000_000_000)],
    ['a negative value', at('properties.value', -1.005)],
    ['a value of zero', at('properties.value', 0)],
    ['a currency in small letters', at('properties.currency', 'eur')],
    ['an item of its article number alone', at('properties.items[0].sku', 'A')],
    [
      'fields that nobody knows',
      { unknown: 1, context: { unknown: [1] }, properties: { unknown: { a: 1 } } },
    ],
  ])('%s', async (_name, fields) => {
    const before = (await collector.stored()).length;
    const answer = await send(endpoint, fields);
    expect(answer.status).toBe(endpoint.success);
    expect(endpoint.refusalOf(answer)).toBeNull();
    expect((await collector.stored()).length).toBe(before + 1);
  });
});

describe('a sale with odd properties in a browser', () => {
  it.each([
    ['a price that is no number', { value: '12.50' }],
    ['a currency that is no code', { value: 12.5, currency: 'EURO' }],
    ['a currency that does not exist', { value: 12.5, currency: 'QQQ' }],
    ['an item without an article number', { items: [{ name: 'Teapot', price: 12.5 }] }],
    ['a numeric article number', { items: [{ sku: 7, price: 'free' }] }],
    ['a numeric order', { order_id: 1001 }],
  ])('is kept as it was sent: %s', async (_name, properties) => {
    const before = (await collector.stored()).length;
    const answer = await send(browser, { event_type: 'purchase', properties });
    expect(browser.refusalOf(answer)).toBeNull();
    const stored = await collector.stored();
    expect(stored.length).toBe(before + 1);
    expect(stored.some((event) => JSON.stringify(event.properties) === JSON.stringify(properties))).toBe(
      true,
    );
  });
});

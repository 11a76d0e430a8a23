import { type EventId, parseEventId } from '@cvq/contract';
import { openIngestLedger } from '@cvq/storage';
import { describe, expect, it } from 'vitest';
import { START, startTestCollector, USER_AGENT } from '../collector.ts';

const collector = await startTestCollector();
const { client } = collector;
const DAY = 86_400_000;

let events = 0;

const scopes = ['analytics:read', 'conversions:read'] as const;
const { token: bearer } = await collector.addKey({ scopes });

/** A shop with a project of its own, and somebody who reads its reports. */
async function openShop() {
  const { project, serverKey } = await collector.addProject();
  async function get(path: string) {
    const { status, body } = await client.send({ path: `/v1/projects/${project}/${path}`, bearer });
    return { status, data: (body as { data: Record<string, unknown> }).data };
  }

  return {
    project,
    serverKey,
    get,
    async server(fields: Record<string, unknown>) {
      const answer = await client.send({
        method: 'POST',
        path: '/v1/track',
        bearer: serverKey,
        json: { event_type: 'purchase', ...fields },
      });
      expect(answer.status).toBe(200);
      return (answer.body as { event_id: string }).event_id;
    },
    /** Anybody's browser: all that it needs is the public key. `raw` is put into the body as it stands. */
    async browser(
      fields: Record<string, unknown>,
      { visitor = 'ann', user = null as string | null, raw = '', userAgent = USER_AGENT, accepted = 1 } = {},
    ) {
      events += 1;
      const event = {
        id: `evt_${START}_order${1000 + events}`,
        event_type: 'purchase',
        conversion: true,
        ...fields,
      };
      const body = JSON.stringify({
        key: project,
        visitor_id: visitor,
        session_id: `of ${visitor}`,
        user_id: user,
        events: [event],
      });
      const answer = await client.send({
        method: 'POST',
        path: '/v1/events',
        headers: { 'Content-Type': 'text/plain', 'User-Agent': userAgent, 'Accept-Language': 'de' },
        body: raw === '' ? body : body.replace('"RAW"', raw),
      });
      expect(answer.body).toMatchObject({ accepted });
      return event.id;
    },
    eventsOf: () => collector.stored(project),
    /** The same figures by each of the reports that tell them. */
    async sold() {
      const overview = (await get('analytics/overview?range=7d')).data;
      type Row = { conversions: number; revenue: number };
      const series = (await get('analytics/timeseries?range=7d')).data.points as Row[];
      const rows = (await get('analytics/breakdown?range=7d&dimension=device')).data.rows as Row[];
      const listed = (await get('conversions?range=7d')).data as unknown as { value: number }[];
      const sum = (list: readonly (number | null)[]) =>
        list.reduce<number>((total, value) => total + (value ?? 0), 0);
      const figures = [
        [overview.conversions, overview.revenue],
        [sum(series.map(({ conversions }) => conversions)), sum(series.map(({ revenue }) => revenue))],
        [sum(rows.map(({ conversions }) => conversions)), sum(rows.map(({ revenue }) => revenue))],
        [listed.length, sum(listed.map(({ value }) => value))],
      ];
      for (const figure of figures) expect(figure).toEqual(figures[0]);
      return figures[0];
    },
  };
}

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const hour = (hours: number) => new Date(START - hours * 3_600_000).toISOString();
const landing = (gclid: string) => ({ context: { page_url: `https://shop.example/thanks?gclid=${gclid}` } });

type Shop = Awaited<ReturnType<typeof openShop>>;
const sale = (order_id: unknown, value: number) => ({ properties: { order_id, value, currency: 'EUR' } });

const orderIn = ({ properties }: Record<string, unknown>) => (properties as { order_id?: string }).order_id;

describe('blanks around an order id', () => {
  it('make no other order of it, from a server or a browser', async () => {
    const { server, browser, sold, eventsOf } = await openShop();
    await server({ properties: { order_id: 'a', value: 5 } });
    await server({ properties: { order_id: ' a\t', value: 5 } });
    await browser({ properties: { order_id: 'a\u00a0', value: 5 } });
    expect(await sold()).toEqual([1, 5]);
    expect((await eventsOf()).map(orderIn)).toEqual(['a', 'a', 'a']);
  });

  it.each(['', '  ', '\u00a0\n'])('that are all of it (%j) name no order', async (orderId) => {
    const { server, browser, sold, eventsOf } = await openShop();
    await server({ event_type: 'quote', properties: { order_id: orderId } });
    await browser({ properties: { order_id: orderId, value: 5 } });
    await server({ properties: { order_id: orderId, value: 5 } });
    expect(await sold()).toEqual([2, 10]);
    for (const event of await eventsOf()) {
      expect((event.conversion as { order_id: unknown } | null)?.order_id ?? null).toBe(null);
      expect(event.properties).not.toHaveProperty('order_id');
    }
  });
});

describe('what programs write where they have no order id', () => {
  it.each(['undefined', 'NULL', ' null ', '[object Object]', '0'])('names no order: %j', async (orderId) => {
    const { server, browser, sold, eventsOf } = await openShop();
    await server({ event_type: 'quote', properties: { order_id: orderId } });
    for (let sale = 0; sale < 2; sale += 1) {
      await browser({ properties: { order_id: orderId, value: 5 } });
      await server({ properties: { order_id: orderId, value: 5 } });
    }
    expect(await sold()).toEqual([4, 20]);
    for (const event of await eventsOf()) expect(event.properties).not.toHaveProperty('order_id');
  });

  it('names none as a number either', async () => {
    const { browser, sold } = await openShop();
    for (const orderId of [0, 0, 10, 10]) await browser({ properties: { order_id: orderId, value: 5 } });
    expect(await sold()).toEqual([3, 15]);
  });
});

describe('an order that is reported more than once', () => {
  it('cannot be taken from a server key by anybody with the public key', async () => {
    const shop = await openShop();
    for (const order of ['A-1001', 'A-1002', 'A-1003']) await shop.server(sale(order, 100));
    expect(await shop.sold()).toEqual([3, 300]);
    for (const timestamp of ['2026-01-01T00:00:00Z', new Date(START - 1000).toISOString()])
      for (const order of ['A-1001', 'A-1002', 'A-1003'])
        await shop.browser({ ...sale(order, 0), timestamp }, { visitor: 'thief' });
    expect(await shop.sold()).toEqual([3, 300]);
  });

  it('cannot be taken from a browser by a claim that is older than seven days', async () => {
    const shop = await openShop();
    await shop.browser(sale('B-1', 70));
    await shop.browser(
      { ...sale('B-1', 0), timestamp: new Date(START - 7 * DAY - 1).toISOString() },
      { visitor: 'thief' },
    );
    expect(await shop.sold()).toEqual([1, 70]);
    await shop.browser({ ...sale('B-1', 60), timestamp: new Date(START - 6 * DAY).toISOString() });
    expect(await shop.sold()).toEqual([1, 60]);
  });

  const visit = { context: { page_url: 'https://shop.example/thanks?gclid=Cj0KCQ' } };
  const server = (shop: Shop) =>
    shop.server({ ...sale('C-1', 100), timestamp: new Date(START + 60_000).toISOString() });
  const browser = (shop: Shop) => shop.browser({ ...sale('C-1', 90), ...visit });
  it.each([
    [
      'the browser first',
      async (shop: Shop) => ({ browsers: await browser(shop), servers: await server(shop) }),
    ],
    [
      'the server first',
      async (shop: Shop) => ({ servers: await server(shop), browsers: await browser(shop) }),
    ],
  ])('has the amount and the time of the server, and the visit of the browser: %s', async (_, report) => {
    const shop = await openShop();
    const { browsers, servers } = await report(shop);
    expect(await shop.sold()).toEqual([1, 100]);
    const { data } = await shop.get(`conversions/${servers}`);
    expect(data).toMatchObject({
      ...{ value: 100, timestamp: new Date(START + 60_000).toISOString(), duplicate: false, counted: true },
      session_id: 'of ann',
      attribution: { gclid: 'Cj0KCQ', source: 'google' },
    });
    const repeat = await shop.get(`conversions/${browsers}`);
    expect(repeat.data).toMatchObject({ value: 90, duplicate: true, counted: false });
    const { data: overview } = await shop.get('analytics/overview?range=today');
    expect(overview).toMatchObject({ sessions: 1, converted_sessions: 1, visitors: 1 });
  });

  it('is told apart from its neighbours beyond 2^53', async () => {
    const shop = await openShop();
    await shop.browser(sale('RAW', 5), { raw: '9007199254740993' });
    await shop.browser(sale('RAW', 7), { raw: '9007199254740992' });
    await shop.browser(sale('9007199254740993', 5), { visitor: 'again' });
    expect(await shop.sold()).toEqual([2, 12]);
    const { data } = await shop.get('conversions?range=today&sort=timestamp');
    const listed = data as unknown as { order_id: string }[];
    expect(listed.map(({ order_id }) => order_id).toSorted()).toEqual([
      '9007199254740992',
      '9007199254740993',
    ]);
  });

  it('has no number for an id where a server reports it: the field is named', async () => {
    const { serverKey: bearer } = await collector.addProject();
    const body = '{"event_type":"purchase","properties":{"order_id":9007199254740993,"value":5}}';
    const headers = { 'Content-Type': 'application/json' };
    const answer = await client.send({ method: 'POST', path: '/v1/track', bearer, headers, body });
    expect(answer.status).toBe(400);
    expect((answer.body as { error: string }).error).toContain('properties.order_id must be a string');
  });
});

/** What is done to the order F-1: a bot claims it before the visitor buys, and is found to be one. */
const STEPS = {
  claim: (shop: Shop) =>
    shop.browser({ ...sale('F-1', 1), ...landing('of-bot'), timestamp: hour(3) }, { visitor: 'bot' }),
  sale: (shop: Shop) => shop.browser({ ...sale('F-1', 50), ...landing('of-ann'), timestamp: hour(2) }),
  classification: (shop: Shop) =>
    shop.browser(
      { event_type: 'pageview', conversion: false, timestamp: hour(1) },
      { visitor: 'bot', userAgent: GOOGLEBOT },
    ),
  server: (shop: Shop) => shop.server({ ...sale('F-1', 70), timestamp: hour(0) }),
};
type StepName = keyof typeof STEPS;

function ordersOf(names: readonly StepName[]): StepName[][] {
  if (names.length === 0) return [[]];
  return names.flatMap((name) =>
    ordersOf(names.filter((other) => other !== name)).map((rest) => [name, ...rest]),
  );
}

describe('an order that a bot claims with the public key', () => {
  it.each(ordersOf(['claim', 'sale', 'classification']))('is the visitor’s: %s, %s, %s', async (...steps) => {
    const shop = await openShop();
    const ids = new Map<StepName, string>();
    for (const step of steps) ids.set(step, await STEPS[step](shop));
    expect(await shop.sold()).toEqual([1, 50]);
    expect((await shop.get(`conversions/${ids.get('sale')}`)).data).toMatchObject({
      ...{ duplicate: false, counted: true, bot: false },
      attribution: { gclid: 'of-ann' },
    });
    expect((await shop.get(`conversions/${ids.get('claim')}`)).data).toMatchObject({
      ...{ duplicate: false, counted: false, bot: true },
    });
  });

  it.each(ordersOf(['claim', 'sale', 'classification', 'server']))(
    'is what the server says, for the visitor’s visit: %s, %s, %s, %s',
    async (...steps) => {
      const shop = await openShop();
      const ids = new Map<StepName, string>();
      for (const step of steps) ids.set(step, await STEPS[step](shop));
      expect(await shop.sold()).toEqual([1, 70]);
      expect((await shop.get(`conversions/${ids.get('server')}`)).data).toMatchObject({
        ...{ duplicate: false, counted: true, session_id: 'of ann' },
        attribution: { gclid: 'of-ann' },
      });
      expect((await shop.get(`conversions/${ids.get('sale')}`)).data).toMatchObject({ duplicate: true });
    },
  );
});

describe('the user of a sale', () => {
  const order = { properties: { order_id: 'U-1', value: 70, currency: 'EUR' } };
  const browsers = (shop: Shop) => shop.browser(order, { user: 'u1' });
  const servers = (fields: object) => (shop: Shop) => shop.server({ ...order, ...fields });

  it.each([
    ['the browser’s, where the server names nobody', {}, 'u1'],
    ['the same where the server names the session', { session_id: 'of ann' }, 'u1'],
    ['the same where the server names another session', { session_id: 'of nobody' }, 'u1'],
    ['the server’s, where it names one', { user_id: 'u2', session_id: 'of ann' }, 'u2'],
  ])('is %s, whoever reports first', async (_, fields, expected) => {
    for (const isBrowserFirst of [true, false]) {
      const shop = await openShop();
      if (isBrowserFirst) await browsers(shop);
      const id = await servers(fields)(shop);
      if (!isBrowserFirst) await browsers(shop);
      expect((await shop.get(`conversions/${id}`)).data).toMatchObject({
        user_id: expected,
        duplicate: false,
      });
    }
  });
});

describe('what a server key says', () => {
  it.each([
    ['before', ['sale', 'classification']],
    ['after', ['classification', 'sale']],
  ] as const)('counts though anybody calls the session that it names a bot’s %s', async (_, steps) => {
    const shop = await openShop();
    let id = '';
    for (const step of steps) {
      if (step === 'classification') await STEPS.classification(shop);
      else id = await shop.server({ ...sale('G-1', 90), session_id: 'of bot' });
    }
    expect(await shop.sold()).toEqual([1, 90]);
    expect((await shop.get(`conversions/${id}`)).data).toMatchObject({
      ...{ bot: false, counted: true, session_id: 'of bot', attribution: { channel: 'Direct' } },
    });
    const stored = (await collector.stored(shop.project)).find(({ event_id }) => event_id === id);
    expect(stored).toMatchObject({ bot: null, session_bot: null });
  });

  it('is kept under an event id that anybody has used before, and so is what anybody says', async () => {
    for (const isFirst of [true, false]) {
      const shop = await openShop();
      const event_id = `evt_${START}_invoice${isFirst ? 1 : 2}`;
      const server = () =>
        shop.server({ ...sale('H-1', 80), event_id, user_data: { email: 'kim@shop.example' } });
      const browser = (accepted: number) =>
        shop.browser(
          { ...sale('H-1', 2), id: event_id, user_data: { email: 'eve@evil.example' } },
          { accepted },
        );
      if (!isFirst) await browser(1);
      const id = await server();
      if (isFirst) await browser(1);
      // Both may be sent again, as after a lost answer.
      await browser(0);
      expect(await server()).toBe(id);
      expect(id).toBe(isFirst ? event_id : `${event_id}-s`);
      // Or under the id of the answer.
      expect(await shop.server({ ...sale('H-1', 80), event_id: id })).toBe(id);
      expect(await shop.sold()).toEqual([1, 80]);
      const stored = await collector.stored(shop.project);
      expect(stored.map(({ origin }) => origin).toSorted()).toEqual(['browser', 'server']);
      expect((await shop.get(`conversions/${id}`)).data).toMatchObject({
        ...{ event_id: id, value: 80, counted: true, session_id: 'of ann', has_user_data: true },
      });
      const other = stored.find(({ origin }) => origin === 'browser')?.event_id as string;
      expect((await shop.get(`conversions/${other.replace('evt_', 'conv_')}`)).data).toMatchObject({
        ...{ value: 2, duplicate: true },
      });
      const unsure = { key: shop.project, unsure: [event_id], events: [] };
      const { body } = await client.send({ method: 'POST', path: '/v1/events', json: unsure });
      expect(body).toMatchObject({ stored: [event_id] });
    }
  });

  it('ends a page of a list as any other does', async () => {
    const shop = await openShop();
    const event_id = `evt_${START}_page`;
    await shop.browser({ ...sale('P-1', 2), id: event_id });
    await shop.server({ ...sale('P-2', 80), event_id });
    for (const [list, query] of [
      ['conversions', 'limit=1'],
      ['analytics/events', 'event_type=purchase&limit=1'],
    ] as const) {
      const seen: unknown[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const path = `/v1/projects/${shop.project}/${list}?${query}${from}`;
        const { status, body } = await client.send({ path, bearer });
        expect([status, body]).toEqual([200, expect.anything()]);
        const page = body as { data: { event_id: string }[]; meta: { next_cursor: string | null } };
        seen.push(...page.data.map((row) => row.event_id));
        cursor = page.meta.next_cursor;
      }
      expect(seen.toSorted()).toEqual([event_id, `${event_id}-s`]);
    }
  });

  it('is no word on what a page asks after', async () => {
    const shop = await openShop();
    const event_id = `evt_${START}_invoice3`;
    await shop.server({ ...sale('H-2', 80), event_id });
    const unsure = { key: shop.project, unsure: [event_id], events: [] };
    const { body } = await client.send({ method: 'POST', path: '/v1/events', json: unsure });
    expect(body).toMatchObject({ stored: [] });
  });

  it('cannot be given an id that is made where two sides use one', async () => {
    const shop = await openShop();
    const json = { key: shop.project, events: [{ id: `evt_${START}_a-s`, event_type: 'purchase' }] };
    const { body } = await client.send({ method: 'POST', path: '/v1/events', json });
    expect(body).toMatchObject({ accepted: 0, rejected: [{ index: 0 }] });
  });
});

it.each(['axios/1.7.9', 'python-requests/2.32.3', 'Mozilla/5.0 (compatible; Googlebot/2.1)'])(
  'a server that passes %s on as the user agent of its event takes no visit of a browser out with that event',
  async (user_agent) => {
    const shop = await openShop();
    await shop.browser(sale('U-1', 40));
    const context = { session_id: 'of ann', user_agent };
    const lead = await shop.server({ event_type: 'lead', context });
    expect(await shop.sold()).toEqual([1, 40]);
    expect((await shop.get('analytics/overview?range=7d')).data).toMatchObject({ sessions: 1, visitors: 1 });
    const bots = (await collector.stored(shop.project)).map(({ event_id, bot, session_bot }) => [
      event_id === lead,
      bot !== null,
      session_bot,
    ]);
    expect(bots.toSorted()).toEqual([
      [false, false, null],
      [true, true, null],
    ]);
  },
);

it('user data of a conversion is told of, and never told', async () => {
  const shop = await openShop();
  const withData = await shop.server({ ...sale('D-1', 1), user_data: { email: 'kim@shop.example' } });
  const without = await shop.server(sale('D-2', 1));
  expect((await shop.get(`conversions/${withData}`)).data).toMatchObject({ has_user_data: true });
  expect((await shop.get(`conversions/${without}`)).data).toMatchObject({ has_user_data: false });
  const { data } = await shop.get('conversions?range=today&sort=timestamp');
  expect(JSON.stringify(data)).not.toContain('kim');
  const listed = data as unknown as { order_id: string; has_user_data: boolean }[];
  const told = listed.map(({ order_id, has_user_data }) => `${order_id} ${has_user_data}`);
  expect(told.toSorted()).toEqual(['D-1 true', 'D-2 false']);
});

it('user data that only the browser brought is that of the order', async () => {
  const shop = await openShop();
  await shop.browser({ ...sale('D-3', 1), user_data: { email: 'kim@shop.example' } });
  const server = await shop.server(sale('D-3', 1));
  expect((await shop.get(`conversions/${server}`)).data).toMatchObject({ has_user_data: true });
});

it('a classification as a bot that comes after the sale is told of the conversion as by every report', async () => {
  const shop = await openShop();
  const id = await shop.browser(sale('E-1', 50), { visitor: 'crawler' });
  expect((await shop.get(`conversions/${id}`)).data).toMatchObject({ bot: false, counted: true });
  await shop.browser({ event_type: 'ping', conversion: false }, { visitor: 'crawler', userAgent: GOOGLEBOT });
  expect(await shop.sold()).toEqual([0, 0]);
  expect(await shop.get(`conversions/${id}`)).toMatchObject({
    status: 200,
    data: { bot: true, counted: false },
  });
  const stored = (await collector.stored(shop.project)).find(({ event_id }) => event_id === id);
  expect(stored).toMatchObject({ event_id: id, bot: null, session_bot: { category: 'search_engine' } });
});

describe('a batch with debug', () => {
  const send = async (project: string, events: object[], debug = true) => {
    const json = { key: project, visitor_id: 'dev', session_id: 'of dev', debug, events };
    const headers = { 'User-Agent': USER_AGENT, 'Accept-Language': 'de' };
    const { body } = await client.send({ method: 'POST', path: '/v1/events', headers, json });
    return body;
  };
  const event = (name: string, fields: object) => ({ id: `evt_${START}_${name}`, ...fields });

  it('is told which orders are reported by another event, or were removed, and what is an update of a user', async () => {
    const shop = await openShop();
    await shop.server(sale('B-1', 10));
    const gone = await shop.browser(sale('B-2', 10));
    const ledger = openIngestLedger({ folder: collector.folder, migrate: false });
    const id = parseEventId(gone) as EventId;
    expect(await ledger.removeConversion(shop.project, id, { now: START })).toMatchObject({
      status: 'removed',
    });
    const events = (name: string) => [
      event(`${name}1`, { event_type: 'purchase', ...sale('B-1', 10) }),
      event(`${name}2`, { event_type: 'purchase', ...sale('B-2', 10) }),
      event(`${name}3`, { event_type: 'purchase', ...sale('B-3', 10) }),
      event(`${name}4`, { event_type: 'identify' }),
      event(`${name}5`, { event_type: 7 }),
      event(`${name}6`, { event_type: 'purchase', ...sale('B-3', 10) }),
    ];
    expect(await send(shop.project, events('once'))).toMatchObject({
      accepted: 5,
      excluded: [
        { index: 0, reason: 'repeated_order' },
        { index: 1, reason: 'removed_order' },
        { index: 3, reason: 'user_update' },
        { index: 5, reason: 'repeated_order' },
      ],
    });
    expect(await send(shop.project, events('quiet'), false)).not.toHaveProperty('excluded');
    await ledger.close();
  });
});

describe('an order id of any length', () => {
  const long = (end: string) => `${'order-'.repeat(50)}${end}`;
  it('is kept apart from every other where a browser reports it, and refused of a server', async () => {
    const shop = await openShop();
    await shop.browser(sale(long('a'), 1));
    await shop.browser(sale(long('b'), 2));
    await shop.browser(sale(long('a'), 3), { visitor: 'bob' });
    expect(await shop.sold()).toEqual([2, 3]);
    const refused = await client.send({
      ...{ method: 'POST', path: '/v1/track', bearer: shop.serverKey },
      json: { event_type: 'purchase', ...sale(long('b'), 20) },
    });
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('order_id') } });
    const stored = await collector.stored(shop.project);
    for (const { properties, conversion } of stored) {
      const { order_id } = conversion as { order_id: string };
      expect(order_id).toHaveLength(256);
      expect(properties).toMatchObject({ order_id: expect.stringMatching(/^(order-){50}[ab]$/) });
    }
  });
});

it('has in the export the state by which reports count it', async () => {
  const shop = await openShop();
  const context = { page_url: 'http://localhost/thanks' };
  await shop.browser(sale('X-1', 1));
  await shop.browser(sale('X-1', 1), { visitor: 'bob' });
  await shop.browser({ ...sale('X-2', 1), context });
  await shop.browser(sale('X-3', 1), { visitor: 'crawler' });
  await shop.browser(sale('X-4', 1), { visitor: 'crawler', userAgent: GOOGLEBOT });
  await shop.server({ ...sale('X-5', 1), context: { user_agent: GOOGLEBOT } });
  await shop.server(sale('X-6', 1));
  await shop.browser({ event_type: 'ping', conversion: false });
  const stored = (await collector.stored(shop.project)) as unknown as {
    event_id: string;
    conversion: { order_id: string } | null;
    conversion_state: string | null;
  }[];
  expect(
    stored
      .map(({ conversion, conversion_state }) => `${conversion?.order_id} ${conversion_state}`)
      .toSorted(),
  ).toEqual([
    'X-1 counted',
    'X-1 repeated',
    'X-2 excluded',
    'X-3 bot',
    'X-4 bot',
    'X-5 bot',
    'X-6 counted',
    'undefined null',
  ]);
  for (const { event_id, conversion, conversion_state } of stored) {
    if (conversion === null) continue;
    expect((await shop.get(`conversions/${event_id}`)).data).toMatchObject({
      counted: conversion_state === 'counted',
      duplicate: conversion_state === 'repeated',
    });
  }
  expect(await shop.sold()).toEqual([2, 2]);
});

it.each(['/v1/track', '/v1/events'])(
  'no event tracked at %s can pass for the news of a removal',
  async (path) => {
    const { project, serverKey } = await collector.addProject();
    const event = { id: `evt_${START}_forged`, event_type: ' conversion.removed ' };
    const answer = await client.send({
      method: 'POST',
      path,
      ...(path === '/v1/track'
        ? { bearer: serverKey, json: event }
        : {
            headers: { 'Content-Type': 'text/plain' },
            body: JSON.stringify({ key: project, events: [event] }),
          }),
    });
    expect(JSON.stringify(answer.body)).toContain('event_type must not be conversion.removed');
    expect(await collector.stored(project)).toEqual([]);
  },
);

describe('an amount that nobody pays', () => {
  it('counts as a sale without revenue, so that one event cannot spoil the total', async () => {
    const shop = await openShop();
    await shop.server({ properties: { order_id: 'A-1', value: 100, currency: 'EUR' } });
    await shop.browser({ properties: { order_id: 'B-1', value: -899_999_999_999, currency: 'EUR' } });
    await shop.browser({ properties: { order_id: 'B-2', value: 100_000_000_001, currency: 'EUR' } });
    const { data } = await shop.get('analytics/overview?range=7d');
    expect(data).toMatchObject({ conversions: 3, revenue: 100 });
  });
});

describe('an order id that is too long', () => {
  it('is cut before a character and not within it', async () => {
    const shop = await openShop();
    const id = await shop.browser({
      properties: { order_id: `${'x'.repeat(211)}\u{1F600}${'y'.repeat(50)}`, value: 1 },
    });
    const { data } = await shop.get(`conversions/${id}`);
    expect(data).toMatchObject({ order_id: expect.stringMatching(/^x{211}~[\w-]{43}$/) });
  });
});

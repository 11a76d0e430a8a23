import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { TrackError, Tracker } from '@cvq/node';
import { afterEach, expect, it } from 'vitest';

const KEY = 'srv_0123456789';
const EVENT_ID = /^evt_\d{13}_[A-Za-z0-9]{1,32}$/;
const OK = { status: 200, body: { success: true, event_id: 'evt_1795255200000_a' } };

type Given = { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> };
type Asked = { readonly path: string; readonly headers: IncomingMessage['headers']; readonly body: string };

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A server that gives one answer after the other, or cuts the connection where there is none. */
async function answering(...answers: readonly (Given | 'cut')[]) {
  const asked: Asked[] = [];
  const left = [...answers];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      asked.push({ path: `${request.method} ${request.url}`, headers: request.headers, body });
      const answer = left.shift();
      if (answer === undefined || answer === 'cut') return void request.socket.destroy();
      response.writeHead(answer.status, answer.headers ?? {});
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const waits: number[] = [];
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tracker = (more: Partial<ConstructorParameters<typeof Tracker>[0]> = {}) =>
    new Tracker({ endpoint, serverKey: KEY, wait: async (ms) => void waits.push(ms), ...more });
  return { asked, waits, endpoint, tracker };
}

async function errorOf(act: Promise<unknown>): Promise<TrackError> {
  const error = await act.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TrackError);
  expect(String((error as Error).stack)).not.toContain(KEY);
  return error as TrackError;
}

it('sends an event with the key in a header and an id of its own', async () => {
  const { tracker, asked } = await answering(OK);
  expect(await tracker().track({ event_type: 'lead' })).toEqual({ event_id: OK.body.event_id });
  expect(asked).toMatchObject([
    {
      path: 'POST /v1/track',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    },
  ]);
  const body = JSON.parse(asked[0]?.body ?? '') as Record<string, unknown>;
  expect(body).toEqual({
    event_type: 'lead',
    event_id: expect.stringMatching(EVENT_ID),
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

it('sends an amount that is no number as what it is, so that the collector refuses it', async () => {
  const { tracker, asked } = await answering(OK);
  const properties = { value: Number('1.299,00'), ratio: Number.NaN, items: [{ sku: 'a', price: 1 / 0 }] };
  await tracker().track({ event_type: 'purchase', properties });
  expect(JSON.parse(asked[0]?.body ?? '').properties).toEqual({
    value: 'NaN',
    ratio: null,
    items: [{ sku: 'a', price: 'Infinity' }],
  });
});

it('keeps the id and the time that an event has, and reaches a collector below a path', async () => {
  const { tracker, asked, endpoint } = await answering(OK, OK);
  const event = { event_type: 'lead', event_id: 'evt_1795255200000_b', timestamp: '2026-11-21T10:00:00Z' };
  await tracker({ endpoint: `${endpoint}/cvq/` }).track(event);
  await tracker({ endpoint: `${endpoint}/cvq` }).track(event);
  expect(asked.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    ['POST /cvq/v1/track', event],
    ['POST /cvq/v1/track', event],
  ]);
});

it.each([
  ['429', { status: 429, body: { success: false, error: 'Too many requests' } }],
  ['500', { status: 500, body: { success: false, error: 'internal' } }],
  ['503 of a proxy', { status: 503, body: '<h1>busy</h1>' }],
  ['no answer', 'cut'],
] as const)('sends the same event again after %s, after 1 and 2 seconds', async (_, failure) => {
  const { tracker, asked, waits } = await answering(failure, failure, OK);
  expect(await tracker().track({ event_type: 'lead' })).toEqual({ event_id: OK.body.event_id });
  expect(waits).toEqual([1000, 2000]);
  expect(new Set(asked.map(({ body }) => body)).size).toBe(1);
});

it('gives up after three attempts, and names the events so that they can be sent later', async () => {
  const failure = { status: 500, body: { success: false, error: 'internal' } };
  const { tracker, asked } = await answering(failure, failure, failure, OK);
  const error = await errorOf(tracker().track({ event_type: 'lead' }));
  expect(asked).toHaveLength(3);
  expect(error).toMatchObject({ message: 'internal', status: 500 });
  expect(error.events).toEqual([JSON.parse(asked[0]?.body ?? '')]);
});

it('leaves user data out of what a logger writes of an error', async () => {
  const { tracker } = await answering({ status: 400, body: { success: false, error: 'no' } });
  const event = { event_type: 'lead', user_data: { email: 'ada@example.test' } };
  const error = await errorOf(tracker().track(event));
  expect(error.events).toMatchObject([event]);
  const written = [inspect(error, { depth: null }), JSON.stringify(error), JSON.stringify({ ...error })];
  for (const name in error) written.push(JSON.stringify(error[name as keyof TrackError]));
  expect(written.join()).not.toContain('ada@example.test');
});

it('waits for as long as the collector says, and not for more than a minute', async () => {
  const busy = (seconds: number) => ({
    status: 429,
    body: { success: false, error: 'Too many requests' },
    headers: { 'Retry-After': String(seconds) },
  });
  const soon = await answering(busy(30), busy(1), OK);
  await soon.tracker().track({ event_type: 'lead' });
  expect(soon.waits).toEqual([30_000, 2000]);
  const tomorrow = await answering(busy(3600), OK);
  const error = await errorOf(tomorrow.tracker().track({ event_type: 'lead' }));
  expect([error.retryAfterSeconds, tomorrow.waits, tomorrow.asked.length]).toEqual([3600, [], 1]);
});

it.each([
  [400, { success: false, error: 'event_type must not be empty.' }, /^event_type must not be empty\.$/],
  [401, { success: false, error: 'This server key is unknown.' }, /^This server key is unknown\.$/],
  [404, '<h1>not here</h1>', /answered 404, and not as a collector of cvq does: look at `endpoint`$/],
  [200, '<h1>a page</h1>', /answered 200, and not as a collector/],
  [200, { success: true }, /answered 200, and not as a collector/],
  [301, '', /answered 301, and not as a collector/],
])('is refused by %i at once: %j', async (status, body, message) => {
  const { tracker, waits } = await answering({ status, body, headers: { Location: 'http://127.0.0.1:1/' } });
  const error = await errorOf(tracker().track({ event_type: '' }));
  expect([error.status, waits]).toEqual([status, []]);
  expect(error.message).toMatch(message);
});

it('says of a collector that does not answer why, and keeps the cause', async () => {
  const { tracker } = await answering();
  const error = await errorOf(tracker().track({ event_type: 'lead' }));
  expect(error.status).toBeNull();
  expect(error.message).toMatch(/^The collector at 127\.0\.0\.1:\d+ did not answer: fetch failed \(\w+\)$/);
  expect(error.cause).toBeInstanceOf(Error);
});

it('sends a batch whose elements have their ids at each attempt, and tells what became of each', async () => {
  const results = [
    { success: true, event_id: 'evt_1795255200000_c' },
    { success: false, error: 'event_type must not be empty.' },
  ];
  const { tracker, asked } = await answering('cut', {
    status: 200,
    body: { success: true, accepted: 1, results },
  });
  const batch = [{ event_type: 'lead', event_id: 'evt_1795255200000_c' }, { event_type: '' }];
  expect(await tracker().trackBatch(batch)).toEqual(results);
  const [first, second] = asked;
  expect(first?.path).toBe('POST /v1/track/batch');
  expect(second?.body).toBe(first?.body);
  const { events } = JSON.parse(first?.body ?? '') as { events: { event_id: string }[] };
  expect(events[0]?.event_id).toBe('evt_1795255200000_c');
  expect(events[1]?.event_id).toMatch(EVENT_ID);
});

it.each([{ success: true }, { success: true, results: [] }, { success: true, results: 1 }])(
  'believes no %j that tells nothing of what became of a batch',
  async (body) => {
    const { tracker } = await answering({ status: 200, body });
    const error = await errorOf(tracker().trackBatch([{ event_type: 'lead' }]));
    expect(error.message).toMatch(/answered 200, and not as a collector/);
    expect(error.events).toHaveLength(1);
  },
);

it('gives an event whose id is empty one of its own, which is the same at each attempt', async () => {
  const { tracker, asked } = await answering('cut', OK);
  await tracker().track({ event_type: 'lead', event_id: '', timestamp: '' });
  const [first, second] = asked.map(({ body }) => JSON.parse(body) as { event_id: string });
  expect(first?.event_id).toMatch(EVENT_ID);
  expect(second).toEqual(first);
});

it.each([null, 'lead', [], 7])('takes no %j for an event', async (event) => {
  const { tracker, asked } = await answering();
  await expect(tracker().trackBatch([event as never])).rejects.toThrow(/takes events, such as/);
  expect(asked).toEqual([]);
});

it.each([Number.NaN, null, '5s', 1.5, 0, -1, Number.POSITIVE_INFINITY])(
  'is not made with %j for a time',
  async (timeoutMs) => {
    const { tracker } = await answering();
    expect(() => tracker({ timeoutMs: timeoutMs as number })).toThrow(
      /needs `timeoutMs` in whole milliseconds/,
    );
  },
);

it('takes at most 100 events at once', async () => {
  const { tracker, asked } = await answering();
  const events = Array.from({ length: 101 }, () => ({ event_type: 'lead' }));
  await expect(tracker().trackBatch(events)).rejects.toThrow(/at most 100 events at once, not 101/);
  expect(asked).toEqual([]);
});

it.each([
  undefined,
  '',
  'collect.example.com',
  'ftp://a.example',
  'https://a.example/?x=1',
  'https://me:pw@a.example',
])('is not made for the endpoint %j', (endpoint) => {
  const options = { endpoint: endpoint as string, serverKey: KEY };
  expect(() => new Tracker(options)).toThrow(/needs `endpoint`, the address of the collector/);
});

it.each([
  [undefined, /`serverKey` is not set/],
  ['', /`serverKey` is not set/],
  ['sk_0123', /`serverKey` is not set, or is none/],
  ['proj_0123', /this one is the public tracking key/],
])('is not made with the key %j', (serverKey, message) => {
  const options = { endpoint: 'https://collect.example.com', serverKey: serverKey as string };
  expect(() => new Tracker(options)).toThrow(message);
});

import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { SharedBudget } from '../../src/quotas/limits.ts';
import { type Answer, type Call, createClient } from '../client.ts';
import { START, startTestCollector, USER_AGENT } from '../collector.ts';

const MINUTE_MS = 60_000;
const CONNECTIONS = 8;

const collector = await startTestCollector({
  settings: { CVQ_TRUST_PROXY: '127.0.0.1', CVQ_BROWSER_RATE: '5' },
});
const { clock, port, project, addProject } = collector;
const clients = Array.from({ length: CONNECTIONS }, () => createClient(port));
afterAll(() => {
  for (const client of clients) client.close();
});

/** Every test in a minute of its own. */
let minute = 0;
beforeEach(() => {
  minute += 10;
  clock.now = START + minute * MINUTE_MS;
});

const send = (call: Call) => (clients[0] as (typeof clients)[number]).send(call);
const track = (bearer: string, json: unknown = { event_type: 'lead' }) =>
  send({ method: 'POST', path: '/v1/track', bearer, json });

/** Many requests over a few connections. */
async function sendMany(count: number, call: (index: number) => Call): Promise<number[]> {
  const statuses: number[] = [];
  let next = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (next < count) {
        next += 1;
        statuses.push((await client.send(call(next))).status);
      }
    }),
  );
  return statuses;
}

function expectRefused({ status, headers, body }: Answer, seconds: number): void {
  expect(status).toBe(429);
  expect(headers['retry-after']).toBe(String(seconds));
  expect(body).toEqual({
    success: false,
    error: `Too many requests this minute. Retry in ${seconds} s.`,
  });
}

describe('a server key', () => {
  it('makes a thousand requests in a minute, of whatever kind, and not one more', async () => {
    const { project: shop, serverKey } = await addProject();
    clock.now += 10_500;
    const single = { event_type: 'lead' };
    const batch = { events: Array.from({ length: 100 }, () => single) };
    // A request that is refused counts as well, and so does a batch: once.
    const statuses = await sendMany(1000, (index) => ({
      method: 'POST',
      bearer: serverKey,
      path: index % 100 === 0 ? '/v1/track/batch' : '/v1/track',
      json: index % 100 === 0 ? batch : index % 10 === 0 ? single : { event_type: 7 },
    }));
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 400)).toHaveLength(900);
    const before = (await collector.stored(shop)).length;
    expect(before).toBe(90 + 10 * 100);

    expectRefused(await track(serverKey), 50);
    expectRefused(
      await send({ method: 'POST', path: '/v1/track/batch', bearer: serverKey, json: batch }),
      50,
    );
    expect((await collector.stored(shop)).length).toBe(before);
  });

  it('is told to wait for exactly the rest of the minute', async () => {
    const { serverKey } = await addProject();
    await sendMany(1000, () => ({ method: 'POST', path: '/v1/track', bearer: serverKey, json: {} }));
    for (const [milliseconds, seconds] of [
      [0, 60],
      [1, 60],
      [1000, 59],
      [30_001, 30],
      [59_000, 1],
      [59_999, 1],
    ] as const) {
      clock.now = START + minute * MINUTE_MS + milliseconds;
      expectRefused(await track(serverKey), seconds);
    }
    clock.now = START + (minute + 1) * MINUTE_MS;
    expect((await track(serverKey)).status).toBe(200);
  });

  it('meets a limit of its own, not that of another key', async () => {
    const [first, second] = [await addProject(), await addProject()];
    await sendMany(1001, () => ({ method: 'POST', path: '/v1/track', bearer: first.serverKey, json: {} }));
    expect((await track(first.serverKey)).status).toBe(429);
    expect((await track(second.serverKey)).status).toBe(200);
  });

  it('that nobody knows is refused as such, however often it comes', async () => {
    const statuses = await sendMany(1100, () => ({
      method: 'POST',
      path: '/v1/track',
      bearer: 'srv_x',
      json: {},
    }));
    expect(new Set(statuses)).toEqual(new Set([401]));
  });
});

const ids = (function* () {
  for (let count = 1; ; count += 1) yield `evt_${START}_limit${count}`;
})();

/** A browser's event, as the proxy says from an address. */
const browse = (address: string) =>
  send({
    method: 'POST',
    path: '/v1/events',
    headers: { 'Content-Type': 'text/plain', 'User-Agent': USER_AGENT, 'X-Forwarded-For': address },
    body: JSON.stringify({ key: project, events: [{ id: ids.next().value, event_type: 'pageview' }] }),
  });

describe('an address that sends what browsers send', () => {
  const pixel = (address: string) =>
    send({ path: `/v1/pixel.gif?key=${project}`, headers: { 'X-Forwarded-For': address } });

  it('makes as many requests in a minute as CVQ_BROWSER_RATE says, the pixel among them', async () => {
    for (let request = 0; request < 4; request += 1) expect((await browse('198.51.100.1')).status).toBe(202);
    expect((await pixel('198.51.100.1')).status).toBe(200);
    clock.now += 20_000;
    const refused = await browse('198.51.100.1');
    expectRefused(refused, 40);
    expect(refused.headers['access-control-allow-origin']).toBe('*');
    expect(refused.headers['access-control-expose-headers']).toBe('Retry-After');
    expectRefused(await pixel('198.51.100.1'), 40);
    expect((await browse('198.51.100.2')).status).toBe(202);
    clock.now += 40_000;
    expect((await browse('198.51.100.1')).status).toBe(202);
  });

  it('is the one that the trusted proxy saw, whatever the client claims before it', async () => {
    for (let request = 0; request < 5; request += 1)
      expect((await browse(`10.0.0.${request}, 198.51.100.9`)).status).toBe(202);
    expect((await browse('10.0.0.99, 198.51.100.9')).status).toBe(429);
  });
});

describe('an IPv6 address', () => {
  it('is counted with the others of its /64, which one client has to itself', async () => {
    for (let request = 0; request < 5; request += 1)
      expect((await browse(`2001:db8:1:2:${request}:${request}::1`)).status).toBe(202);
    expect((await browse('2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await browse('2001:db8:1:3::1')).status).toBe(202);
  });

  it('that only wraps an IPv4 address is that address', async () => {
    for (let request = 0; request < 5; request += 1)
      expect((await browse('::ffff:198.51.100.77')).status).toBe(202);
    expect((await browse('198.51.100.77')).status).toBe(429);
  });
});

describe('bytes that browsers send', async () => {
  const small = await startTestCollector({
    settings: { CVQ_TRUST_PROXY: '127.0.0.1', CVQ_BROWSER_BYTES: '100000', CVQ_PROJECT_BYTES: '400000' },
  });
  let count = 0;
  const sendBytes = (bytes: number, address: string, key = small.project) => {
    count += 1;
    const event = { id: `evt_${START}_bytes${count}`, event_type: 'pageview', properties: { pad: '' } };
    const empty = JSON.stringify({ key, events: [event] }).length;
    event.properties.pad = 'x'.repeat(bytes - empty);
    return small.client.send({
      method: 'POST',
      path: '/v1/events',
      headers: { 'Content-Type': 'text/plain', 'User-Agent': USER_AGENT, 'X-Forwarded-For': address },
      body: JSON.stringify({ key, events: [event] }),
    });
  };
  const nextMinute = () => {
    minute += 10;
    small.clock.now = START + minute * MINUTE_MS;
  };
  const expectTooMany = ({ status, headers, body }: Answer) => {
    expect(status).toBe(429);
    expect(headers['retry-after']).toBe('60');
    expect(body).toEqual({ success: false, error: 'Too many bytes this minute. Retry in 60 s.' });
  };

  it('are as many in a minute from one address as CVQ_BROWSER_BYTES says, and none of the rest is stored', async () => {
    nextMinute();
    expect((await sendBytes(60_000, '198.51.100.1')).status).toBe(202);
    expect((await sendBytes(40_000, '198.51.100.1')).status).toBe(202);
    const before = (await small.stored()).length;
    expectTooMany(await sendBytes(500, '198.51.100.1'));
    expect((await small.stored()).length).toBe(before);
    expect((await sendBytes(500, '198.51.100.2')).status).toBe(202);
    nextMinute();
    expect((await sendBytes(500, '198.51.100.1')).status).toBe(202);
  });

  it('are as many for one project as CVQ_PROJECT_BYTES says, and leave its server key and other projects theirs', async () => {
    nextMinute();
    const other = await small.addProject();
    for (const number of [1, 2, 3, 4])
      expect((await sendBytes(100_000, `198.51.100.${number}`)).status).toBe(202);
    const before = (await small.stored()).length;
    expectTooMany(await sendBytes(1000, '198.51.100.5'));
    expect((await small.stored()).length).toBe(before);
    expect((await sendBytes(1000, '198.51.100.5', other.project)).status).toBe(202);
    const server = { method: 'POST', path: '/v1/track', bearer: small.serverKey };
    expect((await small.client.send({ ...server, json: { event_type: 'lead' } })).status).toBe(200);
  });

  it('are as many in a UTC day from one address as CVQ_BROWSER_DAY_BYTES says, and none of a server key count', async () => {
    const daily = await startTestCollector({ settings: { CVQ_BROWSER_DAY_BYTES: '20000' } });
    let sent = 0;
    const post = (bytes: number, chunked = false) => {
      sent += 1;
      daily.clock.now += MINUTE_MS;
      const event = { id: `evt_${START}_d${sent}`, event_type: 'a', properties: { pad: 'x'.repeat(bytes) } };
      return daily.client.send({
        method: 'POST',
        path: '/v1/events',
        headers: { 'Content-Type': 'text/plain' },
        chunked,
        body: JSON.stringify({ key: daily.project, events: [event] }),
      });
    };
    for (const chunked of [false, true]) expect((await post(9000, chunked)).status).toBe(202);
    for (const chunked of [false, true]) {
      const refused = await post(9000, chunked);
      const seconds = String(Math.ceil((86_400_000 - (daily.clock.now % 86_400_000)) / 1000));
      expect(refused.status).toBe(429);
      expect(refused.headers['retry-after']).toBe(seconds);
      expect(refused.body).toEqual({
        success: false,
        error: `Too many bytes from this address today, in UTC (CVQ_BROWSER_DAY_BYTES). Retry in ${seconds} s.`,
      });
    }
    const pixel = await daily.client.send({
      path: `/v1/pixel.gif?key=${daily.project}&url=https://shop.example/`,
    });
    expect(pixel.status).toBe(429);
    const server = { method: 'POST', path: '/v1/track', bearer: daily.serverKey };
    expect((await daily.client.send({ ...server, json: { event_type: 'lead' } })).status).toBe(200);
    expect((await daily.stored()).length).toBe(3);
    daily.clock.now += 86_400_000;
    expect((await post(9000)).status).toBe(202);
  });

  it('of one address are at most a quarter of what the project gets, whatever the settings say', async () => {
    const narrow = await startTestCollector({
      settings: { CVQ_BROWSER_BYTES: '0', CVQ_PROJECT_BYTES: '40000' },
    });
    const body = (bytes: number) =>
      JSON.stringify({
        key: narrow.project,
        events: [{ id: `evt_${START}_n${bytes}`, event_type: 'a', properties: { pad: 'x'.repeat(bytes) } }],
      });
    const post = (bytes: number) =>
      narrow.client.send({
        method: 'POST',
        path: '/v1/events',
        headers: { 'Content-Type': 'text/plain' },
        body: body(bytes),
      });
    expect((await post(9000)).status).toBe(202);
    expect((await post(2000)).status).toBe(429);
  });
});

describe('memory for bodies', () => {
  const whole = () => new SharedBudget({ limit: 100, perOwner: 100 });

  it('is shared: one owner has its part, one kind its own, and what is refused takes nothing', () => {
    const all = whole();
    const ofBrowsers = new SharedBudget({ limit: 70, perOwner: 30, within: all });
    const ofServers = new SharedBudget({ perOwner: 60, within: all });
    ofBrowsers.take('a', 30);
    expect(() => ofBrowsers.take('a', 1)).toThrow(/busy/);
    ofBrowsers.take('b', 30);
    expect(() => ofBrowsers.take('c', 11)).toThrow(/busy/);
    ofServers.take('shop', 40);
    expect(() => ofServers.take('shop', 1)).toThrow(/busy/);
    ofBrowsers.release('a', 30);
    ofServers.take('shop', 20);
    expect(() => ofServers.take('shop', 1)).toThrow(/busy/);
    ofBrowsers.take('a', 10);
    expect(() => ofBrowsers.take('c', 1)).toThrow(/busy/);
  });

  it('is free again after each request: a backend sends more than its part of it, one megabyte after the other', async () => {
    const MEGABYTE = 1_000_000;
    const PART = 33_554_432;
    const body = '{"event_type":"lead"}'.padEnd(MEGABYTE);
    const { serverKey: bearer } = await addProject();
    for (let sent = 0; sent <= PART; sent += MEGABYTE) {
      const headers = { 'Content-Type': 'application/json' };
      const { status } = await send({ method: 'POST', path: '/v1/track', bearer, headers, body });
      expect(status).toBe(200);
    }
  });
});

describe('CVQ_BROWSER_RATE=0', async () => {
  const unlimited = await startTestCollector({ settings: { CVQ_BROWSER_RATE: '0' } });
  it('lets an address send without end', async () => {
    const path = `/v1/pixel.gif?key=${unlimited.project}`;
    for (let request = 0; request < 50; request += 1)
      expect((await unlimited.client.send({ path })).status).toBe(200);
  });
});

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { WEBHOOK_DELAYS_MS } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { untilFileEnds } from '../../../../test/builders/until-file-ends.ts';
import { nextAttemptAt } from '../../src/webhooks/schedule.ts';
import { temporaryFolder } from '../collector.ts';
import { startReceiver } from './receiver.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

const receiver = await startReceiver();
const MINUTE = 60_000;
/** When each attempt is due, counted from the one before it. */
const SCHEDULE = [0, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 480 * MINUTE];

/** Ticks of the clock until the last delivery has ended: the times of the attempts since the start. */
async function attemptTimes({ clock, deliverer, deliveries }: Workshop): Promise<number[]> {
  const start = clock.now;
  const times: number[] = [];
  for (;;) {
    const before = receiver.requests.length;
    await deliverer.deliverDue();
    if (receiver.requests.length > before) times.push(clock.now - start);
    const last = (await deliveries()).at(-1);
    if (last?.nextAttemptAt == null) return times;
    // A millisecond too early nothing may happen.
    clock.now = last.nextAttemptAt - 1;
    await deliverer.deliverDue();
    expect(receiver.requests.length).toBe(before + 1);
    clock.now = last.nextAttemptAt;
  }
}

describe('the schedule of a delivery', () => {
  it('is that of the specification', () => {
    expect([...WEBHOOK_DELAYS_MS]).toEqual(SCHEDULE);
  });

  it('has six attempts, each due exactly after the end of the one before, and then it has failed', async () => {
    const shop = await openWorkshop();
    await shop.addEndpoint(receiver.url);
    receiver.answer = (_, response) => void response.writeHead(500).end('no');
    await shop.buy();
    const times = await attemptTimes(shop);
    const expected = SCHEDULE.map((_, index) =>
      SCHEDULE.slice(0, index + 1).reduce((sum, each) => sum + each),
    );
    expect(times).toEqual(expected);
    const [delivery] = await shop.deliveries();
    expect(delivery).toMatchObject({ state: 'failed', attempts: 6, lastStatus: 500, nextAttemptAt: null });
    shop.clock.now += 30 * 86_400_000 - 1;
    await shop.deliverer.deliverDue();
    expect((await shop.deliveries()).length).toBe(1);
  });

  it('is moved by its jitter only later, by five per cent and half a minute at most', () => {
    for (const [index, delay] of SCHEDULE.entries()) {
      if (index === 0) continue;
      const earliest = nextAttemptAt(SCHEDULE, { attempt: index, endedAt: 1_000_000, chance: 0 }) as number;
      const latest = nextAttemptAt(SCHEDULE, {
        attempt: index,
        endedAt: 1_000_000,
        chance: 0.999_999,
      }) as number;
      expect(earliest).toBe(1_000_000 + delay);
      expect(latest - earliest).toBeGreaterThan(0);
      expect(latest - earliest).toBeLessThanOrEqual(Math.min(delay * 0.05, 30_000));
    }
    expect(nextAttemptAt(SCHEDULE, { attempt: 6, endedAt: 1_000_000, chance: 0 })).toBeNull();
  });

  it('has the same delivery id and the same bytes at every attempt', async () => {
    const shop = await openWorkshop();
    await shop.addEndpoint(receiver.url);
    const before = receiver.requests.length;
    receiver.answer = (_, response) => void response.writeHead(503).end();
    await shop.buy();
    await attemptTimes(shop);
    const requests = receiver.requests.slice(before);
    expect(requests).toHaveLength(6);
    expect(new Set(requests.map(({ headers }) => headers['x-service-delivery'])).size).toBe(1);
    expect(new Set(requests.map(({ body }) => body.toString('hex'))).size).toBe(1);
    expect(new Set(requests.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(6);
  });

  it('ends with the first success', async () => {
    const shop = await openWorkshop();
    await shop.addEndpoint(receiver.url);
    let calls = 0;
    receiver.answer = (_, response) => {
      calls += 1;
      response.writeHead(calls === 3 ? 204 : 410).end();
    };
    await shop.buy();
    expect(await attemptTimes(shop)).toEqual([0, MINUTE, 6 * MINUTE]);
    const [delivery] = await shop.deliveries();
    expect(delivery).toMatchObject({ state: 'acknowledged', attempts: 3, lastStatus: 204 });
  });
});

describe('an answer', () => {
  it.each([200, 201, 202, 204, 206, 226, 299])('of %i acknowledges', async (status) => {
    const { delivery } = await deliverTo((response) => response.writeHead(status).end());
    expect(delivery).toMatchObject({ state: 'acknowledged', lastStatus: status, attempts: 1 });
  });

  it.each([300, 301, 302, 303, 304, 307, 308, 400, 401, 404, 410, 418, 429, 500, 502, 503, 599])(
    'of %i is a failure that is tried again, and no redirect is followed',
    async (status) => {
      const elsewhere = receiver.requests.length;
      const { delivery } = await deliverTo((response) =>
        response.writeHead(status, { Location: receiver.url, 'Retry-After': '1' }).end(),
      );
      expect(delivery).toMatchObject({ state: 'retry_scheduled', lastStatus: status, attempts: 1 });
      expect(receiver.requests.length).toBe(elsewhere + 1);
    },
  );

  it('that acknowledges and then breaks off or never ends acknowledges', async () => {
    const broken = await deliverTo((response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('a', () => response.destroy());
    });
    expect(broken.delivery).toMatchObject({ state: 'acknowledged', lastStatus: 200 });
    const endless = await deliverTo((response) => response.writeHead(200).write('a'), 300);
    expect(endless.delivery).toMatchObject({ state: 'acknowledged', lastStatus: 200 });
  });

  it('is kept up to sixteen kilobytes, never unpacked, with its head', async () => {
    const { shop, delivery } = await deliverTo((response) =>
      response.writeHead(500, { 'X-Reason': 'full', 'Content-Encoding': 'gzip' }).end('x'.repeat(1_000_000)),
    );
    const details = await shop.queue.find(delivery.id);
    expect(details?.log[0]?.body).toBe('x'.repeat(16_384));
    expect(details?.log[0]?.headers).toMatchObject({ 'x-reason': 'full' });
    expect(JSON.parse(Buffer.from(details?.body ?? []).toString())).toMatchObject({ type: 'purchase' });
  });

  it('that does not come in time is a failure that is tried again', async () => {
    const { delivery } = await deliverTo(() => {}, 300);
    expect(delivery).toMatchObject({ state: 'retry_scheduled', lastStatus: null, attempts: 1 });
    expect(delivery.lastError).toMatch(/^timeout/);
  });
});

describe('no answer', () => {
  it('because nothing listens is a failure that is tried again', async () => {
    const gone = await startReceiver();
    await gone.close();
    expect(await deliverOnce(gone.url)).toMatchObject({ state: 'retry_scheduled' });
    expect((await deliverOnce(gone.url)).lastError).toMatch(/^connection_refused/);
  });

  it('because the connection is closed is a failure that is tried again', async () => {
    const server = createTcpServer((socket) => void socket.once('data', () => socket.destroy()));
    const delivery = await deliverOnce(`http://127.0.0.1:${await listen(server)}/`);
    expect(delivery).toMatchObject({ state: 'retry_scheduled', lastStatus: null });
    expect(delivery.lastError).toMatch(/^connection_closed/);
  });

  it('because what comes is no HTTP is a failure that is tried again', async () => {
    const server = createTcpServer(
      (socket) => void socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n')),
    );
    const delivery = await deliverOnce(`http://127.0.0.1:${await listen(server)}/`);
    expect(delivery.lastError).toMatch(/^not_http/);
    expect(delivery.lastError).not.toContain('SSH');
  });

  it('because the server goes over to another protocol is a failure that is tried again', async () => {
    const server = createTcpServer(
      (socket) =>
        void socket.once('data', () =>
          socket.write(
            'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
          ),
        ),
    );
    const delivery = await deliverOnce(`http://127.0.0.1:${await listen(server)}/`);
    expect(delivery).toMatchObject({ state: 'retry_scheduled', lastStatus: null });
    expect(delivery.lastError).toMatch(/^not_http/);
  });

  it('because the headers are too large is a failure that is tried again', async () => {
    const { delivery } = await deliverTo((response) =>
      response
        .writeHead(200, Array.from({ length: 10 }, (_, i) => [`x-${i}`, 'y'.repeat(4000)]).flat())
        .end(),
    );
    expect(delivery).toMatchObject({ state: 'retry_scheduled', lastStatus: null });
  });

  it('because the certificate is not trusted is a failure that is tried again', async () => {
    const folder = temporaryFolder();
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const made = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '2',
    ];
    execFileSync('openssl', [...made, ...subject], { stdio: 'pipe' });
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) });
    const secure = await startReceiver(server as never, 'https');
    const delivery = await deliverOnce(secure.url);
    expect(delivery).toMatchObject({ state: 'retry_scheduled', lastStatus: null });
    expect(delivery.lastError).toMatch(/^tls_error/);
    expect(secure.requests).toEqual([]);
  });
});

async function deliverTo(
  answer: (response: Parameters<typeof receiver.answer>[1]) => unknown,
  timeoutMs?: number,
) {
  const shop = await openWorkshop(timeoutMs === undefined ? {} : { timeoutMs });
  await shop.addEndpoint(receiver.url);
  receiver.answer = (_, response) => void answer(response);
  await shop.buy();
  await shop.deliverer.deliverDue();
  const [delivery] = await shop.deliveries();
  if (delivery === undefined) throw new Error('No delivery');
  return { shop, delivery };
}

async function deliverOnce(url: string) {
  const shop = await openWorkshop({ timeoutMs: 5_000 });
  await shop.addEndpoint(url);
  await shop.buy();
  await shop.deliverer.deliverDue();
  const [delivery] = await shop.deliveries();
  if (delivery === undefined) throw new Error('No delivery');
  expect(delivery.attempts).toBe(1);
  expect(delivery.nextAttemptAt).toBe(shop.clock.now + MINUTE);
  return delivery;
}

async function listen(server: ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  untilFileEnds(() => void server.close());
  return (server.address() as AddressInfo).port;
}

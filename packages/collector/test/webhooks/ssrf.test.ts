import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookEndpoint } from '@cvq/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refused } from '../../src/accounts/refused.ts';
import { createAddressGuard, type ReceiverPolicy } from '../../src/webhooks/address-guard.ts';
import type { Resolve } from '../../src/webhooks/fair-lookups.ts';
import { createSender, type WebhookSender } from '../../src/webhooks/send.ts';
import { NAMES, REFUSED_HOSTS, REFUSED_URLS } from './refused-addresses.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

const PUBLIC: ReceiverPolicy = { allowPrivate: false, allowedRanges: [] };

/** A resolver of the tests: names and addresses of its own, each question counted. */
const answers = new Map<string, string[]>(Object.entries(NAMES));
const resolve: Resolve = (hostname, done) => {
  const known = answers.get(hostname.replace(/\.$/, ''));
  if (known === undefined) return done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []);
  done(
    null,
    known.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
};

let shop: Workshop;
/** Any socket that reaches this machine by any of the forms is counted. */
let reached = 0;
const trap = createServer((_, response) => {
  reached += 1;
  response.end('SECRET');
});

beforeAll(async () => {
  shop = await openWorkshop({ policy: PUBLIC, resolve });
  await new Promise<void>((done) => trap.listen(0, '::', done));
  trap.on('connection', () => {
    reached += 1;
  });
});
afterAll(() => void trap.close());

const port = () => (trap.address() as AddressInfo).port;

describe('an endpoint that is created', () => {
  it.each(REFUSED_HOSTS)('is refused at %s: %s', async (_, host) => {
    const refusal = await shop.addEndpoint(`https://${host}/`).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refused);
    expect(refusal).toMatchObject({ reason: 'bad_value', field: 'url' });
  });

  it.each(REFUSED_URLS)('is refused: %s', async (url) => {
    await expect(shop.addEndpoint(url)).rejects.toThrow(Refused);
  });

  it.each(['10.0.0.5', '169.254.169.254', '::1'])(
    'does not tell that its name leads to %s',
    async (address) => {
      answers.set('inner.example', [address]);
      const refusal = await shop.addEndpoint('https://inner.example/').catch(String);
      expect(refusal).toContain('private or reserved');
      expect(refusal).not.toContain(address);
    },
  );

  it.each([
    'https://hooks.example.com/a?b=c',
    'https://172.15.255.255/',
    'https://172.32.0.0/',
    'https://hooks.example.com:8443/',
    'https://[2606:4700::1111]/',
    'https://unknown.example.com/',
  ])('is kept at %s', async (url) => {
    const { endpoint } = await shop.addEndpoint(url);
    expect(endpoint.url).toBe(url);
    await shop.editor.remove(endpoint.id);
  });

  it('cannot be moved to a refused address later', async () => {
    const { endpoint } = await shop.addEndpoint('https://hooks.example.com/');
    await expect(shop.editor.update(endpoint.id, { url: 'https://127.0.0.1/' })).rejects.toThrow(Refused);
    await shop.editor.remove(endpoint.id);
  });
});

/** As if such an endpoint had come into the store in spite of all: from before a rule, or by another hand. */
async function deliverTo(url: string) {
  const { endpoint } = await shop.addEndpoint('https://hooks.example.com/');
  await shop.control.changeWebhook(endpoint.id, { url } satisfies Partial<WebhookEndpoint>);
  await shop.buy();
  await shop.deliverer.deliverDue();
  const [delivery] = await shop.queue.list({ endpoints: [endpoint.id], limit: 1 });
  await shop.editor.remove(endpoint.id);
  return delivery;
}

describe('a delivery', () => {
  it.each(REFUSED_HOSTS)('is refused at %s: %s', async (_, host) => {
    for (const scheme of ['http', 'https']) {
      const delivery = await deliverTo(`${scheme}://${host}:${port()}/`);
      expect(delivery?.lastError).toMatch(/^address_refused/);
      expect(delivery).toMatchObject({ state: 'retry_scheduled', lastStatus: null });
    }
    expect(reached).toBe(0);
  });

  it('is refused where the name led to a public address when the endpoint was created, and leads inside now', async () => {
    answers.set('rebind.example', ['93.184.216.34']);
    const { endpoint } = await shop.addEndpoint(`https://rebind.example:${port()}/`);
    answers.set('rebind.example', ['127.0.0.1']);
    await shop.buy();
    await shop.deliverer.deliverDue();
    const [delivery] = await shop.queue.list({ endpoints: [endpoint.id], limit: 1 });
    expect(delivery?.lastError).toMatch(/^address_refused/);
    expect(reached).toBe(0);
    await shop.editor.remove(endpoint.id);
  });

  it('goes by the address that the socket takes: the guard is asked for the very answer that is connected to', async () => {
    let asked = 0;
    const flipping: Resolve = (_, done) => {
      asked += 1;
      done(null, [{ address: asked === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }]);
    };
    const guard = createAddressGuard(PUBLIC, flipping);
    const first = await new Promise((done) =>
      guard.lookup('x.example', { all: true }, (error) => done(error)),
    );
    expect(first).toBeNull();
    const sender = createSender({ guard, policy: PUBLIC, timeoutMs: 2000 });
    expect((await post(sender, `https://x.example:${port()}/`)).error).toMatch(
      /^address_refused: x\.example is/,
    );
    expect([asked, reached]).toEqual([2, 0]);
    await sender.close();
  });

  it('ignores a proxy of the environment', async () => {
    const guard = createAddressGuard(PUBLIC, resolve);
    const sender = createSender({ guard, policy: PUBLIC, timeoutMs: 2000 });
    process.env.HTTP_PROXY = `http://127.0.0.1:${port()}`;
    process.env.HTTPS_PROXY = process.env.HTTP_PROXY;
    const { error } = await post(sender, 'https://loop.example/');
    delete process.env.HTTP_PROXY;
    delete process.env.HTTPS_PROXY;
    expect(error).toMatch(/^address_refused: loop\.example is/);
    expect(reached).toBe(0);
    await sender.close();
  });

  it.each([
    ['http to a public address', 'http://hooks.example.com:8080/', 'http is not allowed'],
    ['http without a port', 'http://hooks.example.com/', 'http is not allowed'],
    ['a port of mail servers', 'https://hooks.example.com:25/', 'port 25 is not allowed'],
    ['a port of a database', 'https://hooks.example.com:6379/', 'port 6379 is not allowed'],
  ])('does not go by %s, though its endpoint was created when that was allowed', async (_, url, why) => {
    expect(await deliverTo(url)).toMatchObject({
      ...{ state: 'retry_scheduled', lastStatus: null, lastError: `address_refused: ${why}` },
    });
  });
});

describe('a range that is allowed', () => {
  it('opens itself and nothing beside it, and not http', async () => {
    const policy = { allowPrivate: false, allowedRanges: ['127.0.0.1/32', '10.1.0.0/16'] };
    const guard = createAddressGuard(policy, resolve);
    const sender = createSender({ guard, policy, timeoutMs: 2000 });
    expect(await post(sender, `http://127.0.0.1:${port()}/`)).toMatchObject({
      error: 'address_refused: http is not allowed',
    });
    expect((await post(sender, `https://127.0.0.2:${port()}/`)).error).toMatch(/^address_refused/);
    expect(reached).toBe(0);
    // There it connects, and what listens speaks no TLS.
    expect((await post(sender, `https://127.0.0.1:${port()}/`)).error).toMatch(/^tls_error/);
    expect(reached).toBe(1);
    expect(['10.1.2.3', '10.2.0.1', '::ffff:127.0.0.1'].map(guard.isAllowed)).toEqual([true, false, true]);
    await sender.close();
    reached = 0;
  });
});

describe('private receivers for development', () => {
  const guard = createAddressGuard({ allowPrivate: true, allowedRanges: [] }, resolve);
  it.each(['127.0.0.1', '::1', '10.0.0.1', '192.168.0.1', '172.16.0.1', 'fd00::1'])(
    'may be at %s',
    (address) => {
      expect(guard.isAllowed(address)).toBe(true);
    },
  );
  it.each([
    '169.254.169.254',
    '0.0.0.0',
    '::',
    '224.0.0.1',
    'fd00:ec2::254',
    '100.100.100.200',
    '168.63.129.16',
    'fe80::1',
  ])('are still not at %s', (address) => {
    expect(guard.isAllowed(address)).toBe(false);
  });
});

function post(sender: WebhookSender, url: string) {
  return sender.send({ url, headers: {}, body: Buffer.from('{}') });
}

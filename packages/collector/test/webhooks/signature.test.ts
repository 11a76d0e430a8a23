import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyWebhook } from '@cvq/node';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { deliveryHeaders } from '../../src/webhooks/delivery-headers.ts';
import { createWebhookSecret } from '../../src/webhooks/endpoint-secrets.ts';
import { signatureHeaders } from '../../src/webhooks/sign.ts';
import { temporaryFolder } from '../collector.ts';
import { type Received, startReceiver } from './receiver.ts';
import { openWorkshop } from './workshop.ts';

const receiver = await startReceiver();
const HOUR = 3_600_000;

/** What `openssl dgst` computes over the bytes of a file. */
function opensslSignature(body: Uint8Array, secret: string): string {
  const file = join(temporaryFolder(), 'body');
  writeFileSync(file, body);
  const printed = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, file], { encoding: 'utf8' });
  return `sha256=${printed.trim().split('= ')[1]}`;
}

async function receiveOne(shop: Awaited<ReturnType<typeof openWorkshop>>): Promise<Received> {
  await shop.buy();
  await shop.deliverer.deliverDue();
  return receiver.requests.at(-1) as Received;
}

const verify = (received: Received, secret: string | string[], now: number) =>
  verifyWebhook({ body: received.body, headers: received.headers, secret, now });

describe('a request', () => {
  it('has the headers and the body of the specification', async () => {
    const shop = await openWorkshop();
    const { secret } = await shop.addEndpoint(receiver.url);
    const { method, headers, rawHeaders, body } = await receiveOne(shop);
    expect(method).toBe('POST');
    expect(headers['content-type']).toBe('application/json');
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(headers['x-service-event']).toBe('purchase');
    expect(headers['x-service-delivery']).toMatch(/^del_\d+$/);
    const names = ['X-Service-Signature', 'X-Service-Event', 'X-Service-Delivery'];
    expect(rawHeaders.filter((name) => names.includes(name)).toSorted()).toEqual(names.toSorted());
    expect(JSON.parse(body.toString())).toEqual({
      id: expect.stringMatching(/^evt_\d{13}_[A-Za-z0-9]+$/),
      type: 'purchase',
      timestamp: '2026-11-21T10:00:00.000Z',
      project_id: shop.project,
      data: {
        session_id: 'session_1',
        user_id: 'user_1',
        page_url: 'https://shop.example/thanks?step=3',
        properties: { order_id: 's1', value: 129.9, currency: 'EUR' },
        attribution: { source: 'google', medium: 'cpc', campaign: 'brand', gclid: 'Cj0KCQiA' },
      },
    });
    expect(headers['webhook-id']).toBe((JSON.parse(body.toString()) as { id: string }).id);
    expect(verify(receiver.requests.at(-1) as Received, secret, shop.clock.now).type).toBe('purchase');
  });

  it('is signed with what openssl computes over the received bytes', async () => {
    const shop = await openWorkshop();
    const { secret } = await shop.addEndpoint(receiver.url);
    const { headers, body } = await receiveOne(shop);
    expect(headers['x-service-signature']).toBe(opensslSignature(body, secret));
  });

  it('is signed as openssl and Standard Webhooks do, whatever the body holds', () => {
    const texts = ['{}', '{"name":"Zoë ☕ 日本"}', '{"a":"\\u0000\\n\\r"}', 'x'.repeat(100_000), ''];
    const secret = createWebhookSecret();
    for (const text of texts) {
      const body = Buffer.from(text);
      const headers = signatureHeaders(
        { body, id: 'evt_1', now: Date.now() },
        { leading: secret, other: null },
      );
      expect(headers['X-Service-Signature']).toBe(opensslSignature(body, secret));
    }
    fc.assert(
      fc.property(fc.json(), (text) => {
        const body = Buffer.from(text);
        const headers = signatureHeaders(
          { body, id: 'evt_1', now: Date.now() },
          { leading: secret, other: null },
        );
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(text));
      }),
    );
  });
});

it.each(['a%b', '100 %25', 'Größe ☕', 'plain type'])(
  'X-Service-Event of the type %s is decoded as an address is',
  (type) => {
    const claim = {
      id: 1,
      destination: 'whe_1',
      type,
      event: 'evt_1',
      isTest: false,
      attempt: 1,
      claimedAt: 0,
    };
    const secrets = { leading: createWebhookSecret(), other: null };
    const headers = deliveryHeaders({ ...claim, body: Buffer.from('{}') }, secrets, 0);
    expect(headers['X-Service-Event']).toMatch(/^[\x20-\x7e]+$/);
    expect(decodeURIComponent(headers['X-Service-Event'] ?? '')).toBe(type);
  },
);

describe('the rotation of a secret', () => {
  it('lets both sign until the overlap ends: no receiver is without a signature that it knows', async () => {
    const shop = await openWorkshop();
    const { endpoint, secret: former } = await shop.addEndpoint(receiver.url);
    const { secret: next } = await shop.editor.rotateSecret(endpoint.id, {
      overlapMs: 24 * HOUR,
      formerLeads: false,
    });
    const during = await receiveOne(shop);
    expect(during.headers['x-service-signature']).toBe(opensslSignature(during.body, next));
    expect(during.headers['x-service-signature-rotation']).toBe(opensslSignature(during.body, former));
    expect(String(during.headers['webhook-signature']).split(' ')).toHaveLength(2);
    for (const secret of [former, next]) expect(verify(during, secret, shop.clock.now).type).toBe('purchase');
    shop.clock.now += 24 * HOUR;
    const after = await receiveOne(shop);
    expect(after.headers['x-service-signature-rotation']).toBeUndefined();
    expect(verify(after, next, shop.clock.now).type).toBe('purchase');
    expect(() => verify(after, former, shop.clock.now)).toThrow('does not match');
  });

  it('keeps X-Service-Signature with the former secret until the overlap ends, where that is asked for', async () => {
    const shop = await openWorkshop();
    const { endpoint, secret: former } = await shop.addEndpoint(receiver.url);
    const { secret: next } = await shop.editor.rotateSecret(endpoint.id, {
      overlapMs: HOUR,
      formerLeads: true,
    });
    const during = await receiveOne(shop);
    expect(during.headers['x-service-signature']).toBe(opensslSignature(during.body, former));
    expect(during.headers['x-service-signature-rotation']).toBe(opensslSignature(during.body, next));
    shop.clock.now += HOUR;
    const after = await receiveOne(shop);
    expect(after.headers['x-service-signature']).toBe(opensslSignature(after.body, next));
  });

  it('that two people ask for at once is made for one of them, and the former secret goes on signing', async () => {
    const shop = await openWorkshop();
    const { endpoint, secret: former } = await shop.addEndpoint(receiver.url);
    const rotate = () => shop.editor.rotateSecret(endpoint.id, { overlapMs: HOUR, formerLeads: false });
    const asked = await Promise.allSettled([rotate(), rotate()]);
    const [made, refused] = asked.toSorted((one, other) => one.status.localeCompare(other.status));
    expect(refused).toMatchObject({
      reason: { problem: expect.stringContaining('rotated the secret at this moment') },
    });
    const received = await receiveOne(shop);
    for (const secret of [former, made?.status === 'fulfilled' ? made.value.secret : ''])
      expect(verify(received, secret, shop.clock.now).type).toBe('purchase');
  });

  it('without an overlap ends the former secret at once, and one within a rotation only where that is forced', async () => {
    const shop = await openWorkshop();
    const { endpoint, secret: first } = await shop.addEndpoint(receiver.url);
    const rotate = async (overlapMs: number, force = false) =>
      (await shop.editor.rotateSecret(endpoint.id, { overlapMs, formerLeads: false, force })).secret;
    const second = await rotate(HOUR);
    await expect(rotate(HOUR)).rejects.toThrow(
      'The secret is already being rotated: the former one signs until 2026-11-21T11:00:00.000Z. Wait, or force',
    );
    expect(verify(await receiveOne(shop), first, shop.clock.now).type).toBe('purchase');
    const third = await rotate(HOUR, true);
    const received = await receiveOne(shop);
    expect(() => verify(received, first, shop.clock.now)).toThrow('does not match');
    expect(verify(received, second, shop.clock.now).type).toBe('purchase');
    const fourth = await rotate(0, true);
    const now = await receiveOne(shop);
    expect(verify(now, fourth, shop.clock.now).type).toBe('purchase');
    expect(() => verify(now, third, shop.clock.now)).toThrow('does not match');
  });
});

import { WEBHOOK_TEST_TYPES } from '@cvq/contract';
import { type DeliveryEntry, type EventRecord, openDeliveryStore } from '@cvq/storage';
import { describe, expect, it, vi } from 'vitest';
import { Deliverer } from '../../src/deliveries/deliverer.ts';
import { createLog } from '../../src/log.ts';
import { statusOfEndpoints } from '../../src/webhooks/endpoint-status.ts';
import { sendTest } from '../../src/webhooks/send-test.ts';
import { FAILING_AFTER_MS } from '../../src/webhooks/webhook-upkeep.ts';
import { purchaseRecord } from './purchase-record.ts';
import { type Received, startReceiver } from './receiver.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

const receiver = await startReceiver();
const MINUTE = 60_000;
const DAY = 86_400_000;

async function append(shop: Workshop, ...records: EventRecord[]) {
  await shop.endpoints.refresh();
  return shop.ledger.append(records, { subscriptions: shop.endpoints.subscriptions() });
}

const typesOf = async (shop: Workshop) => (await shop.deliveries()).map(({ type }) => type).toSorted();
const idsOf = (requests: readonly Received[]) => requests.map(({ headers }) => headers['x-service-delivery']);

describe('what an endpoint is sent', () => {
  const kinds = [
    { type: 'pageview', conversion: null },
    { type: 'purchase', conversion: { orderId: 'o1', amount: null } },
    { type: 'lead', conversion: { orderId: null, amount: null } },
    { type: 'signup', conversion: { orderId: null, amount: null } },
    { type: 'subscription', conversion: { orderId: null, amount: null } },
    { type: 'download', conversion: { orderId: null, amount: null } },
    { type: 'booking', conversion: { orderId: 'b1', amount: null } },
    { type: 'scroll', conversion: null },
  ];
  const conversions = ['booking', 'download', 'lead', 'purchase', 'signup', 'subscription'];

  it.each([
    [['*'] as const, kinds.map(({ type }) => type).toSorted()],
    [['conversion.*'] as const, conversions],
    [['purchase', 'lead'] as const, ['lead', 'purchase']],
    [['pageview', 'conversion.*'] as const, [...conversions, 'pageview'].toSorted()],
    [['signup', 'subscription'] as const, ['signup', 'subscription']],
  ])('for %j is %j', async (wanted, expected) => {
    const shop = await openWorkshop();
    await shop.addEndpoint(receiver.url, wanted);
    const records = kinds.map((kind, index) => ({
      ...purchaseRecord(shop.project, shop.clock.now, `k${index}`),
      ...kind,
    }));
    await append(shop, ...records);
    expect(await typesOf(shop)).toEqual(expected);
  });

  it('is nothing for what comes again, for a repeat of an order, and for what reports leave out', async () => {
    const shop = await openWorkshop();
    await shop.addEndpoint(receiver.url);
    const sale = purchaseRecord(shop.project, shop.clock.now, 'a');
    await append(shop, sale);
    await append(shop, sale);
    await append(shop, { ...sale, id: { ...sale.id, suffix: 'b' }, at: sale.at + 1 });
    for (const exclusion of ['no_javascript', 'foreign_host', 'local_page', 'user_update'] as const)
      await append(shop, { ...purchaseRecord(shop.project, sale.at, exclusion), exclusion });
    const bot = { category: 'other', name: 'Bot', score: 100, reasons: ['ua'], isFiltered: true } as const;
    await append(shop, {
      ...purchaseRecord(shop.project, sale.at, 'robot'),
      ...{ origin: 'browser', sessionId: 'of-a-bot', bot },
    });
    await append(shop, {
      ...purchaseRecord(shop.project, sale.at, 'robot2'),
      ...{ origin: 'browser', sessionId: 'of-a-bot' },
    });
    expect((await shop.deliveries()).map(({ event }) => event)).toEqual([`evt_${sale.id.ms}_a`]);
  });

  it('is nothing of another project, and nothing while it is disabled or after it was removed', async () => {
    const shop = await openWorkshop();
    const { endpoint } = await shop.addEndpoint(receiver.url);
    await append(shop, purchaseRecord('proj_other', shop.clock.now, 'x'));
    await shop.editor.update(endpoint.id, { enabled: false });
    await shop.buy();
    await shop.editor.update(endpoint.id, { enabled: true });
    const kept = await shop.buy();
    await shop.editor.remove(endpoint.id);
    await shop.buy();
    const all = await shop.queue.list({ endpoints: [endpoint.id], limit: 10 });
    expect(all.map(({ event, state }) => [event, state])).toEqual([[kept, 'cancelled']]);
  });

  it('is sent to each of several endpoints, each delivery with an id of its own', async () => {
    const shop = await openWorkshop();
    for (let index = 0; index < 3; index += 1) await shop.addEndpoint(receiver.url);
    const before = receiver.requests.length;
    receiver.answer = (_, response) => void response.end();
    const event = await shop.buy();
    await shop.deliverer.deliverDue();
    const requests = receiver.requests.slice(before);
    expect(new Set(idsOf(requests)).size).toBe(3);
    expect(requests.map(({ body }) => (JSON.parse(body.toString()) as { id: string }).id)).toEqual([
      event,
      event,
      event,
    ]);
  });

  it('is gone when the event is: both are one transaction', async () => {
    const shop = await openWorkshop();
    await shop.addEndpoint(receiver.url);
    const good = purchaseRecord(shop.project, shop.clock.now, 'good');
    const bad = { ...good, id: { ms: good.id.ms, suffix: 'bad' }, receivedAt: Number.NaN };
    await expect(append(shop, good, bad)).rejects.toThrow();
    expect(await shop.deliveries()).toEqual([]);
    expect((await shop.eventLog.events(shop.project, null, 10)).events).toEqual([]);
  });

  it('says of the attribution what reports say', async () => {
    const shop = await openWorkshop();
    await shop.addEndpoint(receiver.url, ['purchase']);
    const at = shop.clock.now;
    const sale = purchaseRecord(shop.project, at, 'sale');
    const touch = {
      ...(sale.touch as NonNullable<EventRecord['touch']>),
      source: 'bing',
      campaign: 'spring',
    };
    const visit: EventRecord = {
      ...sale,
      ...{ id: { ms: at - 1000, suffix: 'visit' }, at: at - 1000, origin: 'browser', type: 'pageview' },
      ...{
        conversion: null,
        visitor: { id: 'v1', source: 'sdk' },
        touch,
        clickIds: { gclid: 'of-the-visit' },
      },
    };
    const direct = { ...touch, isTouch: false, source: '(direct)', medium: '(none)', campaign: '(not set)' };
    await append(shop, visit, { ...sale, touch: direct, clickIds: null });
    const [delivery] = await shop.deliveries();
    const details = await shop.queue.find(delivery?.id ?? 0);
    const body = JSON.parse(Buffer.from(details?.body ?? []).toString()) as {
      data: { attribution: unknown };
    };
    expect(body.data.attribution).toEqual({
      source: 'bing',
      medium: 'cpc',
      campaign: 'spring',
      gclid: 'of-the-visit',
    });
    const reported = await shop.reports.conversion(shop.project, sale.id);
    expect(reported?.attribution.touch).toMatchObject({ source: 'bing', medium: 'cpc', campaign: 'spring' });
    expect(reported?.attribution.clickIds).toEqual({ gclid: 'of-the-visit' });
  });
});

describe('several workers', () => {
  it('never send the same delivery at the same time, and a dead one’s lease runs out', async () => {
    const shop = await openWorkshop();
    await shop.addEndpoint(receiver.url);
    for (let index = 0; index < 20; index += 1) await shop.buy();
    const [delivery] = await shop.deliveries();
    const places = [{ destination: delivery?.endpoint ?? '', limit: 8 }];
    const other = openDeliveryStore({ folder: shop.folder, migrate: false });
    const lease = { now: shop.clock.now, until: shop.clock.now + 20_000 };
    const mine = await shop.queue.claim(places, lease);
    const theirs = await other.claim(places, lease);
    const claimed = [...mine, ...theirs].map(({ id }) => id);
    expect(new Set(claimed).size).toBe(16);
    // Both die. What nobody had is sent at once, the rest when the leases run out.
    const before = receiver.requests.length;
    receiver.answer = (_, response) => void response.end();
    await shop.deliverer.deliverDue();
    expect(receiver.requests.length - before).toBe(4);
    shop.clock.now += 19_999;
    await shop.deliverer.deliverDue();
    expect(receiver.requests.length - before).toBe(4);
    shop.clock.now += 1;
    await shop.deliverer.deliverDue();
    expect(receiver.requests.length - before).toBe(20);
    const log = (await shop.queue.find(claimed[0] ?? 0))?.log;
    expect(log?.map(({ number, status, error }) => [number, status, error?.split(':')[0]])).toEqual([
      [1, null, 'interrupted'],
      [1, 200, undefined],
    ]);
    await other.close();
  });

  it('of which one comes late writes down its answer and does not take the other’s', async () => {
    const shop = await openWorkshop();
    const { endpoint } = await shop.addEndpoint(receiver.url);
    await shop.buy();
    const places = [{ destination: endpoint.id, limit: 1 }];
    const [late] = await shop.queue.claim(places, { now: shop.clock.now, until: shop.clock.now + 1 });
    shop.clock.now += 1;
    const [taken] = await shop.queue.claim(places, { now: shop.clock.now, until: shop.clock.now + 20_000 });
    if (late === undefined || taken === undefined) throw new Error('Not claimed');
    const answer = { status: 500, error: null, headers: {}, body: '' };
    await shop.queue.record([
      { claim: late, startedAt: shop.clock.now, durationMs: 1, answer, next: shop.clock.now },
    ]);
    expect((await shop.deliveries())[0]).toMatchObject({ state: 'attempting', attempts: 0 });
    await shop.queue.record([
      {
        claim: late,
        startedAt: shop.clock.now,
        durationMs: 1,
        answer: { ...answer, status: 200 },
        next: 'acknowledged',
      },
    ]);
    expect((await shop.deliveries())[0]).toMatchObject({ state: 'acknowledged' });
  });

  it('that stop give back what has not ended, and lose no answer that has come', async () => {
    const shop = await openWorkshop();
    await shop.addEndpoint(receiver.url);
    let calls = 0;
    receiver.answer = (_, response) => {
      calls += 1;
      if (calls > 1) response.end();
    };
    await shop.buy();
    await shop.buy();
    const { queue, destinations, now } = shop;
    const stopping = new Deliverer({ queue, destinations, now, log: createLog('silent') });
    await stopping.turn();
    await vi.waitFor(() => expect(calls).toBe(2));
    await stopping.ended();
    await stopping.stop(50);
    const states = (await shop.deliveries()).map(({ state }) => state).toSorted();
    expect(states).toEqual(['acknowledged', 'pending']);
    expect(await stopping.turn()).toBeNull();
    receiver.answer = (_, response) => void response.end();
    await shop.deliverer.deliverDue();
    expect((await shop.deliveries()).map(({ state }) => state)).toEqual(['acknowledged', 'acknowledged']);
  });
});

describe('delivering once more by hand', () => {
  it('sends the same bytes in a delivery of its own with six attempts, and takes the place of what was scheduled', async () => {
    const shop = await openWorkshop();
    await shop.addEndpoint(receiver.url);
    receiver.answer = (_, response) => void response.writeHead(500).end();
    const before = receiver.requests.length;
    await shop.buy();
    await shop.deliverer.deliverDue();
    const [first] = await shop.deliveries();
    const again = await shop.queue.redeliver(first?.id ?? 0, shop.clock.now);
    expect(again).toMatchObject({ repeats: first?.id, state: 'pending', attempts: 0, event: first?.event });
    receiver.answer = (_, response) => void response.end();
    await shop.deliverer.deliverDue();
    shop.clock.now += DAY;
    await shop.deliverer.deliverDue();
    const [original, successor] = await shop.deliveries();
    expect([original?.repeatedBy, successor?.repeatedBy]).toEqual([again?.id, null]);
    const [one, two, ...more] = receiver.requests.slice(before);
    expect(more).toEqual([]);
    expect(two?.body).toEqual(one?.body);
    expect(two?.headers['x-service-delivery']).not.toBe(one?.headers['x-service-delivery']);
    expect((await shop.deliveries()).map(({ state }) => state)).toEqual(['cancelled', 'acknowledged']);
    expect(await shop.queue.redeliver(1, shop.clock.now)).toBeNull();
  });

  it('of all that failed in a range takes each once, however often it is asked for', async () => {
    const shop = await openWorkshop();
    const { endpoint } = await shop.addEndpoint(receiver.url);
    receiver.answer = (_, response) => void response.writeHead(500).end();
    const start = shop.clock.now;
    for (let index = 0; index < 5; index += 1) {
      shop.clock.now = start + index * MINUTE;
      await shop.buy();
    }
    await failAll(shop);
    const range = { endpoints: [endpoint.id], from: start + MINUTE, to: start + 4 * MINUTE };
    expect(await shop.queue.redeliverFailed(range, shop.clock.now)).toBe(3);
    expect(await shop.queue.redeliverFailed(range, shop.clock.now)).toBe(0);
    receiver.answer = (_, response) => void response.end();
    await shop.deliverer.deliverDue();
    const states = (await shop.deliveries()).map(({ state }) => state);
    expect(states.filter((state) => state === 'acknowledged')).toHaveLength(3);
    expect(states.filter((state) => state === 'failed')).toHaveLength(5);
  });
});

describe('a test delivery', () => {
  it.each(WEBHOOK_TEST_TYPES)('of %s is sent once, signed and logged like any other', async (type) => {
    const shop = await openWorkshop();
    const { endpoint } = await shop.addEndpoint(receiver.url, ['lead']);
    receiver.answer = (_, response) => void response.writeHead(500).end();
    const result = await sendTest(endpoint, type, {
      ...shop,
      deliveries: shop.queue,
      domain: 'shop.example',
    });
    expect(result.answer.status).toBe(500);
    expect(receiver.requests.at(-1)?.headers['x-service-event']).toBe(type);
    expect(JSON.parse(String(receiver.requests.at(-1)?.body))).toMatchObject({
      type,
      project_id: shop.project,
    });
    const [delivery] = await shop.deliveries();
    expect(delivery).toMatchObject({ type, isTest: true, state: 'failed', attempts: 1, lastStatus: 500 });
    const range = { endpoints: [endpoint.id], from: 0, to: shop.clock.now + MINUTE };
    expect(await shop.queue.redeliverFailed(range, shop.clock.now), 'it is not of what failed').toBe(0);
  });
});

describe('an endpoint that only fails', () => {
  it('is shown as failing after a day, said once a day, never stopped, and well after a success', async () => {
    const shop = await openWorkshop();
    const { endpoint } = await shop.addEndpoint(receiver.url);
    receiver.answer = (_, response) => void response.writeHead(500).end();
    await shop.buy();
    await shop.deliverer.deliverDue();
    const start = shop.clock.now;
    const state = async () => (await statusOfEndpoints([endpoint], shop.queue, shop.clock.now))[0]?.state;
    const warnings = async () => {
      const since = shop.clock.now - FAILING_AFTER_MS;
      return (await shop.queue.takeWarnings({ now: shop.clock.now, since, quietSince: since })).length;
    };
    shop.clock.now = start + DAY - 1;
    expect([await state(), await warnings()]).toEqual(['enabled', 0]);
    shop.clock.now = start + DAY;
    expect([await state(), await warnings(), await warnings()]).toEqual(['failing', 1, 0]);
    shop.clock.now = start + 2 * DAY;
    expect(await warnings()).toBe(1);
    receiver.answer = (_, response) => void response.end();
    await shop.buy();
    await shop.deliverer.deliverDue();
    expect([await state(), await warnings()]).toEqual(['enabled', 0]);
  });
});

describe('the delivery log', () => {
  it('forgets deliveries with their bodies and attempts, and only those that are old enough', async () => {
    const shop = await openWorkshop();
    await shop.addEndpoint(receiver.url);
    receiver.answer = (_, response) => void response.end();
    await shop.buy();
    await shop.deliverer.deliverDue();
    shop.clock.now += 30 * DAY;
    const young = await shop.buy();
    expect(await shop.queue.purge({ before: shop.clock.now - 30 * DAY, maxBytes: 5_000_000 })).toBe(false);
    expect(await shop.deliveries()).toHaveLength(2);
    expect(await shop.queue.purge({ before: shop.clock.now - 30 * DAY + 1, maxBytes: 5_000_000 })).toBe(
      false,
    );
    expect((await shop.deliveries()).map(({ event }) => event)).toEqual([young]);
  });

  it('is asked by state, by time and page by page', async () => {
    const shop = await openWorkshop();
    const { endpoint } = await shop.addEndpoint(receiver.url);
    for (let index = 0; index < 5; index += 1) {
      shop.clock.now += MINUTE;
      await shop.buy();
    }
    const ask = (more: object) => shop.queue.list({ endpoints: [endpoint.id], limit: 10, ...more });
    const all = await ask({});
    expect(all).toHaveLength(5);
    expect(await ask({ state: 'failed' })).toEqual([]);
    expect(await ask({ state: 'pending', limit: 2, before: all[1]?.id })).toEqual(all.slice(2, 4));
    expect(await ask({ from: all[2]?.createdAt, to: all[0]?.createdAt })).toEqual(all.slice(1, 3));
    expect(await ask({ endpoints: [] })).toEqual([]);
  });
});

/** Let every attempt of everything fail. */
async function failAll(shop: Workshop): Promise<void> {
  const isOpen = ({ endedAt }: DeliveryEntry) => endedAt === null;
  while ((await shop.deliveries()).some(isOpen)) {
    await shop.deliverer.deliverDue();
    shop.clock.now += 480 * MINUTE;
  }
}

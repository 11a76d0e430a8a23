import type { WebhookBody, WebhookEvent } from '@cvq/contract';
import { formatEventId, parseEventId } from '@cvq/contract';
import type { EventRecord } from '@cvq/storage';
import { describe, expect, it } from 'vitest';
import { purchaseRecord } from './purchase-record.ts';
import { type Received, startReceiver } from './receiver.ts';
import { openWorkshop } from './workshop.ts';

const MINUTE = 60_000;
const bodyOf = ({ body }: Received) => JSON.parse(body.toString()) as WebhookBody;
const BOT = {
  category: 'other',
  name: 'Automated visitor',
  score: 100,
  reasons: ['pace'],
  isFiltered: true,
} as const;

async function openShop(...wanted: WebhookEvent[]) {
  const shop = await openWorkshop();
  const receiver = await startReceiver();
  await shop.addEndpoint(receiver.url, wanted);
  const sale = (suffix: string, given: Partial<EventRecord> = {}): EventRecord => ({
    ...purchaseRecord(shop.project, shop.clock.now, suffix),
    conversion: { orderId: 'A-1', amount: null },
    ...given,
  });
  const browsers = (suffix: string, given: Partial<EventRecord> = {}) =>
    sale(suffix, { origin: 'browser', visitor: { id: 'ann', source: 'sdk' }, ...given });
  return {
    ...shop,
    receiver,
    sale,
    browsers,
    async append(...records: EventRecord[]) {
      await shop.endpoints.refresh();
      await shop.ledger.append(records, { subscriptions: shop.endpoints.subscriptions() });
    },
    async remove(id: string) {
      await shop.endpoints.refresh();
      const subscriptions = shop.endpoints.subscriptions();
      const parsed = parseEventId(id) as NonNullable<ReturnType<typeof parseEventId>>;
      return shop.ledger.removeConversion(shop.project, parsed, { now: shop.clock.now, subscriptions });
    },
    /** What has arrived once all that is due was sent: types and ids. */
    async told() {
      await shop.deliverer.deliverDue();
      return receiver.requests.map(bodyOf).map(({ type, id }) => `${type} ${parseEventId(id)?.suffix}`);
    },
  };
}

describe('an order', () => {
  it('that was announced for the browser is not announced again for the server', async () => {
    const shop = await openShop('purchase');
    await shop.append(shop.browsers('b'));
    await shop.append(shop.sale('s', { sessionId: null }));
    await shop.append(shop.browsers('earlier', { at: shop.clock.now - MINUTE }));
    expect(await shop.told()).toEqual(['purchase b']);
  });

  it('that nobody was told of is announced by the server', async () => {
    const shop = await openShop('purchase');
    await shop.append(shop.browsers('b', { exclusion: 'foreign_host' }));
    await shop.append(shop.sale('s'));
    await shop.append(shop.browsers('late', { at: shop.clock.now - MINUTE }));
    expect(await shop.told()).toEqual(['purchase s']);
  });

  it('is announced with the click of the visit that reports credit', async () => {
    const shop = await openShop('purchase');
    const touch = {
      ...(purchaseRecord('p', 0, 'x').touch as NonNullable<EventRecord['touch']>),
      source: 'news',
    };
    const inSession = { origin: 'browser', visitor: { id: 'ann', source: 'sdk' } } as const;
    const view = shop.sale('view', {
      ...inSession,
      type: 'pageview',
      conversion: null,
      touch,
      clickIds: null,
    });
    const bought = shop.browsers('b', { at: shop.clock.now + MINUTE, clickIds: { gclid: 'GCL123' } });
    await shop.append(view);
    await shop.append(bought);
    await shop.deliverer.deliverDue();
    const { attribution } = bodyOf(shop.receiver.requests[0] as Received).data;
    const found = await shop.reports.conversion(shop.project, bought.id);
    expect(attribution).toEqual({
      ...{ source: found?.attribution.touch?.source, medium: found?.attribution.touch?.medium },
      ...{ campaign: found?.attribution.touch?.campaign, gclid: found?.attribution.clickIds?.gclid ?? null },
    });
    expect(attribution).toMatchObject({ source: 'news', gclid: null });
  });
});

describe('a conversion that is removed', () => {
  it('is told to endpoints that name it, once, signed and with the body of the sale', async () => {
    const shop = await openShop('purchase', 'conversion.removed');
    await shop.append(shop.sale('s'));
    await shop.told();
    shop.clock.now += MINUTE;
    const id = formatEventId(shop.sale('s').id).replace(/\d{13}/, String(shop.clock.now - MINUTE));
    await shop.remove(id);
    await shop.remove(id);
    expect(await shop.told()).toEqual(['purchase s', 'conversion.removed s']);
    const [sold, removed] = shop.receiver.requests as [Received, Received];
    expect(removed.headers).toMatchObject({
      'x-service-event': 'conversion.removed',
      'x-service-signature': expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
    });
    expect(bodyOf(removed)).toEqual({
      ...bodyOf(sold),
      type: 'conversion.removed',
      timestamp: new Date(shop.clock.now).toISOString(),
    });
  });

  it.each([[['*'] as const], [['conversion.*', 'purchase'] as const]])(
    'is no news for %j',
    async (wanted) => {
      const shop = await openShop(...wanted);
      await shop.append(shop.sale('s'));
      await shop.told();
      await shop.remove(formatEventId(shop.sale('s').id));
      expect(await shop.told()).toEqual(['purchase s']);
    },
  );

  it('is not sent again, and waits in no queue', async () => {
    const shop = await openShop('*');
    shop.receiver.answer = (_, response) => void response.writeHead(502).end();
    await shop.append(shop.browsers('b'));
    await shop.append(shop.sale('s', { sessionId: null }));
    expect(await shop.told()).toEqual(['purchase b']);
    await shop.remove(formatEventId(shop.sale('s').id));
    expect((await shop.deliveries()).map(({ state }) => state)).toEqual(['cancelled']);
    shop.clock.now += 60 * MINUTE;
    await shop.append(shop.sale('again'));
    expect(await shop.told()).toEqual(['purchase b']);
  });
});

describe('a sale whose visitor is found to be a bot after it was announced', () => {
  const classification = (shop: Awaited<ReturnType<typeof openShop>>) =>
    shop.append(
      shop.sale('classification', { type: 'pageview', conversion: null, origin: 'browser', bot: BOT }),
    );

  it('is not sent again', async () => {
    const shop = await openShop('*');
    shop.receiver.answer = (_, response) => void response.writeHead(502).end();
    await shop.append(shop.browsers('b'));
    expect(await shop.told()).toEqual(['purchase b']);
    await classification(shop);
    shop.clock.now += 2 * MINUTE;
    shop.receiver.answer = (_, response) => void response.end();
    expect(await shop.told()).toEqual(['purchase b']);
    expect((await shop.deliveries()).map(({ state }) => state)).toEqual(['cancelled']);
  });

  it('is withdrawn where removals are asked for, and the order can be announced by a server', async () => {
    const shop = await openShop('purchase', 'conversion.removed');
    await shop.append(shop.browsers('b'));
    await shop.told();
    await classification(shop);
    await classification(shop);
    expect(await shop.told()).toEqual(['purchase b', 'conversion.removed b']);
    await shop.append(shop.sale('s', { sessionId: null }));
    expect(await shop.told()).toEqual(['purchase b', 'conversion.removed b', 'purchase s']);
  });

  it('is no news where the classification as a bot came with it', async () => {
    const shop = await openShop('purchase', 'conversion.removed');
    const view = { type: 'pageview', conversion: null, origin: 'browser' } as const;
    await shop.append(shop.sale('view', view));
    await shop.append(shop.browsers('b'), shop.sale('v', { ...view, bot: BOT }));
    expect(await shop.told()).toEqual([]);
  });
});

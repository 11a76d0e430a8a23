import type { GetJourneyResponse, ListConversionsResponse } from '@cvq/contract';
import { MAX_ID_LENGTH } from '@cvq/contract/constants';
import { describe, expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';
import { deliveryWorkshop } from './delivery-workshop.ts';

const collector = await startTestCollector();
/** Nothing is due before the clock of whoever runs this says so too, and the collector's own worker goes by that. */
const START = Date.parse('2100-11-20T10:00:00.000Z');
collector.clock.now = START;
const { client, serverKey, addKey, clock } = collector;
const workshop = deliveryWorkshop(collector);
const { token: bearer } = await addKey({ scopes: ['conversions:read'] });

const get = async <Body>(path: string) =>
  (await client.send({ path: `/v1/conversions${path}`, bearer })) as { status: number; body: Body };

async function convert(json: Record<string, unknown>): Promise<string> {
  const { body } = await client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json });
  return (body as { event_id: string }).event_id.replace('evt_', 'conv_');
}

const purchase = (orderId: string, more: Record<string, unknown> = {}) =>
  convert({ event_type: 'purchase', properties: { order_id: orderId, value: 5, currency: 'EUR', ...more } });

const list = async (query: string) => (await get<ListConversionsResponse>(`?${query}`)).body;
const ordersIn = ({ data }: ListConversionsResponse) => data.map(({ order_id }) => order_id);

describe('the journey of a conversion', () => {
  it('has what was bought, as far as it was sent', async () => {
    const items = [{ sku: 'JUG', name: 'Jug', price: 46, quantity: 1 }, { sku: 'CUP' }];
    const id = await purchase('J-1', { items });
    const { status, body } = await get<GetJourneyResponse>(`/${id}/journey`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ conversion_id: id, visits: [], visits_total: 0, visitor_id: null });
    expect(body.data.items).toEqual([
      { sku: 'JUG', name: 'Jug', price: 46, quantity: 1 },
      { sku: 'CUP', name: null, price: null, quantity: null },
    ]);
  });

  it('is found where the conversion is', async () => {
    clock.now = START;
    const id = await purchase('J-2');
    const answers = await Promise.all(
      [`/${id}/journey`, `/${id.replace('conv_', 'evt_')}/journey`, '/conv_1795255200000_none/journey'].map(
        (path) => get(path),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404]);
    clock.now = START + 8 * 86_400_000;
    expect((await get(`/${id}/journey?lookback_days=7`)).status).toBe(404);
    expect((await get(`/${id}/journey?lookback_days=9`)).status).toBe(200);
    clock.now = START;
  });
});

describe('the list of conversions', () => {
  it('finds an order, and each other report of it by its kind', async () => {
    await purchase('L-1');
    await purchase('L-1');
    expect(ordersIn(await list('order_id=L-1'))).toEqual(['L-1']);
    const repeated = await list('order_id=L-1&kind=duplicate');
    expect(ordersIn(repeated)).toEqual(['L-1']);
    expect(repeated.data[0]).toMatchObject({ duplicate: true, counted: false });
    expect(ordersIn(await list('order_id=L-1&kind=bot'))).toEqual([]);
    expect(ordersIn(await list('order_id=L-1&kind=duplicate&event_type=lead'))).toEqual([]);
  });

  it('finds an order by the longest id that an order has', async () => {
    const order = 'L'.repeat(MAX_ID_LENGTH);
    await purchase(order);
    expect(ordersIn(await list(`order_id=${order}`))).toEqual([order]);
  });

  it('goes on by cursor, without a gap and without a row twice, to the last', async () => {
    const whole = ordersIn(await list('limit=200'));
    const walked: (string | null)[] = [];
    let answer = await list('limit=1');
    for (;;) {
      walked.push(...ordersIn(answer));
      const { next_cursor: next } = answer.meta;
      expect(answer.meta.has_more).toBe(next !== null);
      if (next === null) break;
      answer = await list(`limit=1&cursor=${next}`);
    }
    expect(walked).toEqual(whole);
    expect(walked.length).toBeGreaterThan(2);
  });

  it('goes on after a conversion by its id, both ways', async () => {
    const { data } = await list('limit=200');
    const at = data.findIndex(({ order_id }) => order_id === 'L-1');
    const { id } = data[at] as { id: string };
    const after = await list(`limit=1&cursor=${id}`);
    const before = await list(`limit=1&cursor=${id}&sort=timestamp`);
    expect(ordersIn(after)).toEqual(data.slice(at + 1, at + 2).map(({ order_id }) => order_id));
    expect(ordersIn(before)).toEqual(
      data
        .slice(0, at)
        .slice(-1)
        .map(({ order_id }) => order_id),
    );
    expect(await get('?cursor=conv_1795255200000_none')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found', message: expect.stringMatching(/^cursor names no conversion/) } },
    });
  });

  it.each([
    ['cursor=nonsense', 'cursor'],
    ['cursor=MSBldnRfMTc5NTI1NTIwMDAwMF9h&offset=1', 'offset'],
    ['kind=bot&filter=country:is:DE', 'filter'],
    ['kind=all', 'kind'],
    ['order_id=', 'order_id'],
    ['delivery_state=lost', 'delivery_state'],
  ])('refuses %s and names the field', async (query, field) => {
    const answer = await get(`?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: { code: 'invalid_request', details: { fields: [{ field }] } },
    });
  });

  it('has exactly as many with a state and a reason as the account of deliveries tells', async () => {
    const integration = await workshop.connect('google_ads');
    for (const [order, state, reason] of [
      ['D-1', 'rejected', 'invalid'],
      ['D-2', 'skipped', 'no_identifier'],
      ['D-3', 'skipped', 'no_identifier'],
      ['D-4', 'delivered', null],
    ] as const)
      await workshop.end(await purchase(order), integration, { next: { state, reason } });
    const { body } = await client.send({ path: '/v1/analytics/deliveries?range=7d', bearer });
    const [account] = (body as { data: { platforms: { states: Record<string, unknown>[] }[] } }).data
      .platforms;
    expect(account?.states.length).toBeGreaterThan(3);
    for (const { state, reason, deliveries } of account?.states ?? []) {
      const why = reason === null ? '' : `&delivery_reason=${reason}`;
      const [counted, repeated] = await Promise.all(
        ['counted', 'duplicate'].map((kind) =>
          list(`range=7d&delivery_platform=google_ads&delivery_state=${state}${why}&kind=${kind}`),
        ),
      );
      const found = (counted?.meta.total_rows ?? 0) + (repeated?.meta.total_rows ?? 0);
      expect([state, reason, found]).toEqual([state, reason, deliveries]);
    }
  });

  it('knows what a paused integration holds back by that reason', async () => {
    await workshop.connect('meta_ads', { state: 'paused' });
    await purchase('P-1');
    await workshop.store.owe(
      { project: collector.project, integration: 'int_meta_ads_2', platform: 'meta_ads', types: 'all' },
      { since: 0, now: clock.now },
    );
    const held = await list('delivery_platform=meta_ads&delivery_state=blocked&delivery_reason=paused');
    expect(ordersIn(held)).toContain('P-1');
    expect(ordersIn(await list('delivery_platform=meta_ads&delivery_reason=reconnect_required'))).toEqual([]);
    expect(
      ordersIn(await list('delivery_platform=meta_ads&delivery_status=failed&delivery_reason=paused')),
    ).toEqual([]);
  });
});

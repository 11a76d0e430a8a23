import { DAY_MS, type EventId, HOUR_MS, parseConversionId } from '@cvq/contract';
import { openIngestLedger } from '@cvq/storage';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../client.ts';
import { startTestCollector } from '../collector.ts';
import { deliveryWorkshop } from '../read/delivery-workshop.ts';
import { withoutTable } from '../rename-table.ts';
import { runSql } from '../run-sql.ts';

const collector = await startTestCollector();
const { client, clock, control, project, serverKey } = collector;
// Nothing is due before the clock of whoever runs this says so too, and the collector's own worker goes by that.
clock.now = Date.parse('2126-11-21T10:00:00.000Z');
const { connect, end, store } = deliveryWorkshop(collector);
const { token: bearer } = await collector.addKey({
  scopes: ['conversions:read', 'conversions:write'],
  projects: [project],
});

let orders = 0;

/** A sale of a backend, after a click on an ad of Google's unless told otherwise. */
async function sell({
  daysAgo = 0,
  context = { gclid: 'Cj0-abc' },
  ...event
}: Record<string, unknown> & { daysAgo?: number } = {}): Promise<string> {
  orders += 1;
  clock.now += 1000;
  const json = {
    event_type: 'purchase',
    timestamp: new Date(clock.now - daysAgo * DAY_MS).toISOString(),
    properties: { value: 5, order_id: `o-${orders}` },
    context,
    ...event,
  };
  const { body } = await client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json });
  return (body as { event_id: string }).event_id.replace('evt_', 'conv_');
}

const get = (path: string) => client.send({ path, bearer });
const retry = (id: string, json: object = {}) =>
  client.send({ method: 'POST', path: `/v1/conversions/${id}/retry`, bearer, json });

const dataOf = ({ body }: Answer) => (body as { data: Record<string, unknown> }).data;
const deliveriesOf = async (id: string) =>
  dataOf(await get(`/v1/conversions/${id}`)).deliveries as Record<string, unknown>[];
const errorOf = ({ status, body }: Answer) => ({ status, ...(body as { error: object }).error });

let google: string;
let meta: string;

beforeAll(async () => {
  google = await connect('google_ads');
  meta = await connect('meta_ads');
});

beforeEach(async () => {
  clock.now += HOUR_MS;
  await control.changeIntegration(google, { state: 'active', actions: { purchase: '987' } });
  await control.changeIntegration(meta, { state: 'active', actions: { purchase: 'Purchase' } });
});

describe('the deliveries of a conversion', () => {
  it('say where each stands, with the attempts that were made', async () => {
    const id = await sell();
    await end(id, google, {
      attempt: {
        ...{
          durationMs: 87,
          httpStatus: 400,
          answer: 'invalid',
          code: 'INVALID_GCLID',
          message: 'No such click',
        },
        ...{ requestId: 'req-1', request: '{"events":[{"email":"b4c9a289"}]}', response: '{"error":{}}' },
      },
      next: { state: 'rejected', reason: 'INVALID_GCLID', retryUntil: clock.now + DAY_MS },
    });
    await end(id, meta, { next: { state: 'skipped', reason: 'no_identifier' }, attempt: null });
    const at = new Date(clock.now).toISOString();
    const [toGoogle, toMeta] = await deliveriesOf(id);
    expect(toGoogle).toEqual({
      ...{ platform: 'google_ads', integration: google },
      ...{ status: 'failed', state: 'rejected', reason: 'INVALID_GCLID', sent_as: null, skip_reason: null },
      ...{ attempts: 1, last_attempt_at: at, next_attempt_at: null, last_response_status: 400 },
      last_error: 'INVALID_GCLID: No such click',
      ...{ retry_until: new Date(clock.now + DAY_MS).toISOString(), retryable: true },
      log: [
        {
          ...{ number: 1, step: 'send', started_at: at, duration_ms: 87, response_status: 400 },
          ...{ answer: 'invalid', code: 'INVALID_GCLID', message: 'No such click', request_id: 'req-1' },
          ...{ request: { events: [{ email: 'b4c9a289' }] }, response: '{"error":{}}' },
        },
      ],
    });
    expect(toMeta).toMatchObject({
      ...{ platform: 'meta_ads', status: 'skipped', state: 'skipped' },
      ...{ reason: 'no_identifier', skip_reason: 'no_identifier', attempts: 0, retryable: false, log: [] },
    });
  });

  it('are in the list as well, without their log', async () => {
    const id = await sell();
    await end(id, google, { next: { state: 'duplicate' } });
    const { body } = await get('/v1/conversions?range=today&limit=1');
    const [listed] = (body as { data: { id: string; deliveries: object[] }[] }).data;
    expect(listed?.id).toBe(id);
    expect(listed?.deliveries[0]).toMatchObject({
      status: 'delivered',
      state: 'duplicate',
      last_error: null,
    });
    expect(listed?.deliveries[0]).not.toHaveProperty('log');
  });

  it('of a sale whose order was sent by its other report are told as that one is, by whatever question', async () => {
    const orderId = `sent-${clock.now}`;
    const properties = { value: 5, order_id: orderId };
    const first = await sell({ properties });
    await end(first, google, { next: { state: 'delivered' }, order: { type: 'purchase', orderId } });
    // What happened earlier is the sale.
    const sale = await sell({ properties, timestamp: new Date(clock.now - 60_000).toISOString() });
    await end(sale, google, { next: { state: 'skipped', reason: 'duplicate_order' }, attempt: null });

    const told = {
      ...{ status: 'delivered', state: 'delivered', reason: null, skip_reason: null },
      ...{ sent_as: first, attempts: 0, retryable: false },
    };
    expect((await deliveriesOf(sale))[0]).toMatchObject({ ...told, log: [] });
    const list = async (query: string) => {
      const { body } = await get(`/v1/conversions?range=today&order_id=${orderId}&${query}`);
      return (body as { data: { id: string; deliveries: object[] }[] }).data;
    };
    expect(await list('delivery_status=delivered')).toMatchObject([{ id: sale, deliveries: [told, {}] }]);
    expect(await list('delivery_platform=google_ads&delivery_status=skipped')).toEqual([]);
    expect(await list('delivery_reason=duplicate_order')).toEqual([]);
    expect(await list('kind=duplicate')).toMatchObject([
      { id: first, deliveries: [{ state: 'delivered', sent_as: null }, {}] },
    ]);
    expect(dataOf(await retry(sale, { platform: 'google_ads' }))).toMatchObject({
      ...{ conversion_id: sale, status: 'delivered' },
    });
  });

  it('are sent again by a click, where the secret of the user data is lost', async () => {
    const id = await sell({ user_data: { email: 'ada@example.com' } });
    await end(id, google, {
      next: { state: 'rejected', reason: 'INVALID_GCLID', retryUntil: clock.now + DAY_MS },
    });
    runSql(collector.folder, 'events', "UPDATE user_data SET sealed = x'00'");
    expect(dataOf(await retry(id, { platform: 'google_ads' }))).toMatchObject({ status: 'queued' });
  });

  it.each(['paused', 'reconnect_required'] as const)(
    'are blocked while the integration is %s, except for what the platform has',
    async (state) => {
      const [waiting, taken] = [await sell(), await sell()];
      await end(taken, google, { next: { state: 'accepted', dueAt: clock.now + DAY_MS, step: 'verify' } });
      await end(waiting, google, { next: { state: 'retry_scheduled', dueAt: clock.now + DAY_MS } });
      await control.changeIntegration(google, { state });
      expect((await deliveriesOf(waiting))[0]).toMatchObject({
        ...{ status: 'pending', state: 'blocked', reason: state, next_attempt_at: null, retryable: false },
      });
      expect((await deliveriesOf(taken))[0]).toMatchObject({ status: 'pending', state: 'accepted' });
    },
  );

  it('that wait behind a throttle of their platform are throttled, with the time at which it ends', async () => {
    const id = await sell();
    const first = await sell();
    const until = clock.now + 6 * HOUR_MS;
    await end(first, google, {
      attempt: { httpStatus: 429, answer: 'throttled', code: 'SLOW' },
      next: { state: 'throttled', reason: 'SLOW', dueAt: until },
      throttle: { until, code: 'SLOW' },
    });
    const next_attempt_at = new Date(until).toISOString();
    const told = {
      status: 'retrying',
      state: 'throttled',
      reason: 'SLOW',
      next_attempt_at,
      retryable: false,
    };
    for (const each of [id, first]) expect((await deliveriesOf(each))[0]).toMatchObject(told);
    expect((await deliveriesOf(id))[0]).toMatchObject({ attempts: 0, last_error: null });
    expect((await deliveriesOf(id))[1], 'at another platform').toMatchObject({ state: 'held' });

    const path = '/v1/conversions?range=today&limit=200&delivery_platform=google_ads&delivery_status=';
    const listed = async (status: string) =>
      ((await get(`${path}${status}`)).body as { data: { id: string }[] }).data.map((each) => each.id);
    expect(await listed('retrying')).toEqual(expect.arrayContaining([id, first]));
    expect(await listed('pending')).not.toContain(id);
    const { platforms } = dataOf(await get('/v1/analytics/deliveries?range=today')) as {
      platforms: { states: { state: string; reason: string | null; deliveries: number }[] }[];
    };
    expect(platforms[0]?.states.find(({ state }) => state === 'throttled')).toMatchObject({ reason: 'SLOW' });

    const asked = dataOf(await retry(id, { platform: 'google_ads' }));
    expect(asked).toMatchObject({ status: 'queued', attempt: 1 });
    clock.now += HOUR_MS;
    expect(dataOf(await retry(id, { platform: 'google_ads' })), 'it is on its way').toEqual(asked);
    expect((await deliveriesOf(id))[0]).toMatchObject(told);
    await store.resume(google, clock.now);
    expect((await deliveriesOf(id))[0], 'once somebody has resumed it').toMatchObject({ state: 'held' });
    expect((await deliveriesOf(first))[0], 'and that which met the throttle').toMatchObject({
      ...{ state: 'waiting', next_attempt_at: new Date(clock.now).toISOString() },
    });
  });

  it('are not queued at an integration that sends nothing, whatever they wait for', async () => {
    const id = await sell();
    const reason = async () =>
      (await retry(id, { platform: 'google_ads' })).body as { error?: { details?: { reason?: string } } };
    for (const state of ['paused', 'dry_run', 'reconnect_required'] as const) {
      await control.changeIntegration(google, { state });
      expect((await reason()).error).toMatchObject({ code: 'invalid_request', details: { reason: state } });
    }
  });

  it('are not retryable where a retry would be refused', async () => {
    const id = await sell();
    await end(id, google, { next: { state: 'failed', reason: 'no_tries_left' } });
    const retryable = async (of = id) => (await deliveriesOf(of))[0]?.retryable;
    expect(await retryable()).toBe(true);
    for (const state of ['paused', 'dry_run', 'reconnect_required'] as const) {
      await control.changeIntegration(google, { state });
      expect([state, await retryable()]).toEqual([state, false]);
    }
    await control.changeIntegration(google, { state: 'active', actions: { lead: '987' } });
    expect(await retryable(), 'its type is mapped to nothing now').toBe(false);
    await control.changeIntegration(google, { actions: { purchase: '987' } });

    const old = await sell({ daysAgo: 8 });
    await end(old, meta, { next: { state: 'failed', reason: 'no_tries_left' } });
    expect((await deliveriesOf(old))[1]?.retryable, 'past the window').toBe(false);
    const context = { user_agent: 'Googlebot/2.1', gclid: 'x' };
    const bot = await sell({ context });
    await end(bot, google, { next: { state: 'failed', reason: 'no_tries_left' } });
    expect(await retryable(bot), 'of a bot').toBe(false);
  });

  it('come with what was consented to, and the names of the fields that were hashed', async () => {
    const id = await sell({
      consent: { ad_storage: 'granted', ad_personalization: 'denied' },
      user_data: { email: 'ann@example.com', phone: '+49 30 1234567', city: 'Berlin' },
    });
    const { consent, user_data, has_user_data } = dataOf(await get(`/v1/conversions/${id}`));
    expect(consent).toEqual({
      ...{ analytics_storage: null, ad_storage: 'granted', ad_user_data: null },
      ...{ ad_personalization: 'denied', gpc: false },
    });
    expect(has_user_data).toBe(true);
    expect(user_data).toEqual({
      hashed_fields: {
        google_ads: ['email', 'phone'],
        microsoft_ads: ['email', 'phone'],
        meta_ads: ['email', 'phone', 'city'],
      },
      purge_at: new Date(clock.now + 90 * DAY_MS).toISOString(),
    });
    expect(dataOf(await get(`/v1/conversions/${await sell()}`)).user_data).toBeNull();
  });

  it('come with the webhooks of the event', async () => {
    const subscribed = { id: 'we_1', project, url: 'https://hooks.example/a', events: ['purchase'] as const };
    await control.createWebhook({ ...subscribed, enabled: true, createdAt: 0, secrets: [] });
    const id = await sell();
    const { webhooks } = dataOf(await get(`/v1/conversions/${id}`));
    expect(webhooks).toMatchObject([
      { endpoint: 'we_1', type: 'purchase', state: 'pending', attempts: 0, last_response_status: null },
    ]);
    await control.removeWebhook('we_1');
  });
});

describe('the list of conversions', () => {
  const listed = async (query: string) => {
    const { body } = await get(`/v1/conversions?range=90d&limit=200&${query}`);
    const { data, meta } = body as { data: { id: string }[]; meta: { total_rows: number } };
    expect(meta.total_rows).toBe(data.length);
    return data.map(({ id }) => id);
  };

  it('is of those with a delivery of a status, to one platform or any', async () => {
    const [failed, delivered] = [await sell(), await sell()];
    await end(failed, google, { next: { state: 'expired' } });
    await end(failed, meta, { next: { state: 'delivered' } });
    await end(delivered, google, { next: { state: 'unmatched' } });
    await end(delivered, meta, { next: { state: 'skipped', reason: 'no_consent' }, attempt: null });
    expect(await listed('delivery_status=failed')).toContain(failed);
    expect(await listed('delivery_status=failed')).not.toContain(delivered);
    expect(await listed('delivery_status=delivered')).toEqual(expect.arrayContaining([failed, delivered]));
    expect(await listed('delivery_status=delivered&delivery_platform=meta_ads')).toContain(failed);
    expect(await listed('delivery_status=delivered&delivery_platform=meta_ads')).not.toContain(delivered);
    expect(await listed('delivery_status=skipped&delivery_platform=meta_ads')).toContain(delivered);
    expect(await listed('delivery_platform=microsoft_ads')).toEqual([]);
  });

  it('finds what a paused integration holds back as pending', async () => {
    const id = await sell();
    await end(id, google, { next: { state: 'throttled', dueAt: clock.now + DAY_MS } });
    expect(await listed('delivery_status=retrying&delivery_platform=google_ads')).toContain(id);
    await control.changeIntegration(google, { state: 'paused' });
    expect(await listed('delivery_status=retrying&delivery_platform=google_ads')).toEqual([]);
    expect(await listed('delivery_status=pending&delivery_platform=google_ads')).toContain(id);
  });

  it('counts and pages what it was asked for', async () => {
    const all = await listed('delivery_platform=google_ads');
    const paged = [];
    for (let offset = 0; offset < all.length; offset += 2) {
      const { body } = await get(
        `/v1/conversions?range=90d&delivery_platform=google_ads&limit=2&offset=${offset}`,
      );
      paged.push(...(body as { data: { id: string }[] }).data.map(({ id }) => id));
    }
    expect(paged).toEqual(all);
  });
});

describe('the account of deliveries', () => {
  it('adds up what became of the conversions of a period', async () => {
    clock.now += 3 * DAY_MS;
    const sold = [await sell(), await sell(), await sell()] as const;
    await end(sold[0], google, { next: { state: 'delivered' } });
    await end(sold[1], google, { next: { state: 'skipped', reason: 'no_identifier' }, attempt: null });
    await end(sold[2], google, { next: { state: 'rejected', reason: 'INVALID_EVENT' } });
    const { counted, platforms } = dataOf(await get('/v1/analytics/deliveries?range=today'));
    expect(counted).toBe(3);
    expect(platforms).toMatchObject([
      {
        ...{ platform: 'google_ads', integration: google, integration_state: 'active' },
        ...{ owed: 3, matchable: 2, taken: 1, processed: 1, failed: 1, waiting: 0, dry_run: 0 },
      },
      { platform: 'meta_ads' },
    ]);
    const ledger = openIngestLedger({ folder: collector.folder, migrate: false });
    await ledger.removeConversion(project, parseConversionId(sold[0]) as EventId, { now: clock.now });
    await ledger.close();
    expect(dataOf(await get('/v1/analytics/deliveries?range=today'))).toMatchObject({
      counted: 2,
      platforms: [{ owed: 2, matchable: 1, taken: 0, processed: 0, failed: 1 }, {}],
    });
  });

  it('knows no filter', async () => {
    expect(errorOf(await get('/v1/analytics/deliveries?filter=country:is:DE'))).toMatchObject({
      code: 'invalid_request',
    });
  });
});

describe('retry_delivery', () => {
  const owing = async (next: Parameters<typeof end>[2]['next'], of: Parameters<typeof sell>[0] = {}) => {
    const id = await sell(of);
    await end(id, google, { next });
    await end(id, meta, { next: { state: 'delivered' } });
    return id;
  };
  const stateOf = async (id: string) => (await deliveriesOf(id))[0]?.state;

  it.each([
    ['failed', 'no_tries_left'],
    ['rejected', 'INVALID_GCLID'],
    ['blocked', 'INVALID_DESTINATION'],
    ['skipped', 'no_mapping'],
  ] as const)('queues what is %s (%s), and says the same again while it is queued', async (state, reason) => {
    const id = await owing({ state, reason });
    const first = await retry(id, { platform: 'google_ads' });
    expect(first.status).toBe(200);
    expect(dataOf(first)).toEqual({
      ...{ conversion_id: id, platform: 'google_ads', status: 'queued', attempt: 2 },
      queued_at: new Date(clock.now).toISOString(),
    });
    clock.now += 30_000;
    expect(dataOf(await retry(id, { platform: 'google_ads' }))).toEqual(dataOf(first));
    expect(await stateOf(id)).toBe('waiting');
  });

  it('says when it was first asked, also while it is being sent and by two who ask at once', async () => {
    const id = await owing({ state: 'failed', reason: 'no_tries_left' });
    clock.now += HOUR_MS;
    const [one, other] = await Promise.all([0, 1].map(() => retry(id, { platform: 'google_ads' })));
    expect(dataOf(other as Answer)).toEqual(dataOf(one as Answer));
    const queued_at = new Date(clock.now).toISOString();
    expect(dataOf(one as Answer)).toMatchObject({ status: 'queued', queued_at });
    clock.now += HOUR_MS;
    const lease = { now: clock.now, until: clock.now + HOUR_MS };
    const claims = await store.claim([{ destination: google, limit: 1000 }], lease);
    expect(await stateOf(id)).toBe('sending');
    expect(dataOf(await retry(id, { platform: 'google_ads' }))).toEqual(dataOf(one as Answer));
    await store.postpone(claims, clock.now);
  });

  it('is told by the audit log where it has something sent, and where it leaves all as it is it is not', async () => {
    const told = async () =>
      (await control.listAudit({ action: 'retry_delivery', limit: 1000 })).map(({ subject }) => subject);
    const id = await owing({ state: 'failed', reason: 'no_tries_left' });
    await retry(id, { platform: 'google_ads' });
    const once = await told();
    expect(once[0]).toBe(id);
    clock.now += 1000;
    await retry(id, { platform: 'google_ads' });
    await retry(id, { platform: 'meta_ads' });
    expect(await told()).toEqual(once);
  });

  it('is refused in a dry run, which sends nothing', async () => {
    const id = await owing({ state: 'dry_run', reason: 'dry_run' });
    await control.changeIntegration(google, { state: 'dry_run' });
    expect(errorOf(await retry(id, { platform: 'google_ads' }))).toMatchObject({
      ...{ status: 400, details: { platform: 'google_ads', reason: 'dry_run' } },
      message: expect.stringContaining('cvq integration update --live'),
    });
    expect(await stateOf(id)).toBe('dry_run');
  });

  it('needs no platform where only one can be meant', async () => {
    const id = await owing({ state: 'failed', reason: 'no_tries_left' });
    expect(dataOf(await retry(id))).toMatchObject({ platform: 'google_ads', status: 'queued' });
    expect(dataOf(await retry(id))).toMatchObject({ platform: 'google_ads', status: 'queued' });
    const both = await sell();
    await end(both, google, { next: { state: 'failed' } });
    await end(both, meta, { next: { state: 'rejected' } });
    expect(errorOf(await retry(both))).toMatchObject({
      ...{ status: 400, code: 'invalid_request', details: { fields: [{ field: 'platform' }] } },
    });
  });

  it('means a delivery that failed before one that is too old for its platform', async () => {
    const id = await sell({ daysAgo: 8 });
    await end(id, google, { next: { state: 'failed' } });
    await end(id, meta, { next: { state: 'expired' }, attempt: null });
    expect(dataOf(await retry(id))).toMatchObject({ platform: 'google_ads', status: 'queued' });
  });

  it('says when the window was over of what is too old, and not that the platform has answered', async () => {
    const id = await sell({ daysAgo: 8 });
    await end(id, google, { next: { state: 'delivered' } });
    await end(id, meta, { next: { state: 'expired' }, attempt: null });
    const refused = errorOf(await retry(id));
    expect(refused).toMatchObject({ status: 409, code: 'outside_retry_window' });
    expect(refused).toEqual(errorOf(await retry(id, { platform: 'meta_ads' })));
  });

  it.each([
    ['accepted', 'accepted'],
    ['delivered', 'delivered'],
    ['duplicate', 'delivered'],
    ['unmatched', 'delivered'],
  ] as const)('sends nothing again that is %s', async (state, status) => {
    const id = await owing({ state, dueAt: state === 'accepted' ? clock.now + DAY_MS : null });
    const answer = await retry(id, { platform: 'google_ads' });
    expect(dataOf(answer)).toMatchObject({ status, attempt: 1, queued_at: null });
    expect(await stateOf(id)).toBe(state);
  });

  it.each([
    ['google_ads', 89, 200],
    ['google_ads', 91, 409],
    ['meta_ads', 6, 200],
    ['meta_ads', 8, 409],
  ] as const)('to %s, %i days after the conversion, answers %i', async (platform, daysAgo, status) => {
    const id = await sell({ daysAgo, user_data: { email: 'ann@example.com' } });
    const integration = platform === 'google_ads' ? google : meta;
    await end(id, integration, { next: { state: 'failed' } });
    const answer = await retry(id, { platform });
    expect(answer.status).toBe(status);
    if (status === 409)
      expect(errorOf(answer)).toMatchObject({
        ...{ code: 'outside_retry_window', details: { windows: [{ platform }] } },
      });
  });

  it.each([
    ['a bot', { context: { user_agent: 'Googlebot/2.1', gclid: 'x' } }, 'bot'],
    ['a denied visitor', { consent: { ad_user_data: 'denied' } }, 'no_consent'],
    ['a type without an action', { event_type: 'lead' }, 'no_mapping'],
    ['a person whom nothing identifies', { context: {} }, 'no_identifier'],
  ])('refuses the conversion of %s, with the reason', async (_of, event, reason) => {
    const id = await owing({ state: 'skipped', reason }, event);
    expect(errorOf(await retry(id, { platform: 'google_ads' }))).toMatchObject({
      ...{ status: 400, code: 'invalid_request', details: { platform: 'google_ads', reason } },
    });
  });

  it('goes by what the project says of silence where the law asks for consent first', async () => {
    const inGermany = { context: { gclid: 'Cj0-de', ip: '91.10.10.10' } };
    const id = await owing({ state: 'skipped', reason: 'no_consent' }, inGermany);
    const silent = await retry(id, { platform: 'google_ads' });
    expect(errorOf(silent)).toMatchObject({ status: 400, details: { reason: 'no_consent' } });
    await control.changeProject(project, { adConsent: 'granted' });
    expect(dataOf(await retry(id, { platform: 'google_ads' }))).toMatchObject({ status: 'queued' });
    await control.changeProject(project, { adConsent: 'by_country' });
  });

  it('says that the platform found it too old where the window of all is not over', async () => {
    const id = await owing({ state: 'expired' });
    expect(errorOf(await retry(id, { platform: 'google_ads' }))).toMatchObject({
      ...{ status: 409, code: 'outside_retry_window' },
      message: 'google_ads has answered that the conversion is too old for it.',
    });
  });

  it('refuses another report of an order, and one that was removed is not found', async () => {
    const properties = { value: 5, order_id: 'twice' };
    await sell({ properties });
    const repeated = await owing({ state: 'skipped', reason: 'duplicate_order' }, { properties });
    expect(errorOf(await retry(repeated, { platform: 'google_ads' }))).toMatchObject({
      details: { reason: 'duplicate_order' },
    });
  });

  it('is refused while nothing can be sent at all', async () => {
    const id = await owing({ state: 'failed' });
    await control.changeIntegration(google, { state: 'reconnect_required' });
    expect(errorOf(await retry(id, { platform: 'google_ads' }))).toMatchObject({
      ...{ status: 400, details: { reason: 'reconnect_required' } },
      message: expect.stringContaining('cvq integration update --credentials'),
    });
  });

  it('says where there is no integration, and where a conversion is older than it', async () => {
    const id = await owing({ state: 'failed' });
    expect(errorOf(await retry(id, { platform: 'microsoft_ads' }))).toMatchObject({
      ...{ status: 400, message: expect.stringContaining('no integration with it') },
    });
    const { project: other, serverKey: key } = await collector.addProject();
    expect(other).not.toBe(project);
    const json = { event_type: 'purchase', properties: { value: 1, order_id: 'a' } };
    const { body } = await client.send({ method: 'POST', path: '/v1/track', bearer: key, json });
    const all = await collector.addKey({ scopes: ['conversions:write'], projects: [other] });
    const path = `/v1/conversions/${(body as { event_id: string }).event_id}/retry`;
    const answer = await client.send({ method: 'POST', path, bearer: all.token, json: {} });
    expect(errorOf(answer)).toMatchObject({
      ...{ status: 400, message: expect.stringContaining('no integration') },
    });
  });
});

describe('a delivery log that cannot be read', () => {
  it.each([
    '/v1/conversions',
    '/v1/conversions?delivery_status=failed',
    '/v1/analytics/deliveries',
    'one',
    'retry',
  ])('is named by %s, with no partial answer', async (path) => {
    const id = await sell();
    await withoutTable(collector.folder, ['events', 'ad_deliveries'], async () => {
      const answer =
        path === 'retry'
          ? await retry(id, { platform: 'google_ads' })
          : await get(path === 'one' ? `/v1/conversions/${id}` : path);
      expect(errorOf(answer)).toMatchObject({
        ...{ status: 502, code: 'upstream_error', details: { service: 'delivery_log' } },
      });
    });
  });
});

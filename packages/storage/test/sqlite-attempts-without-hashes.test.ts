import { openAdDeliveryStore } from '@cvq/storage';
import { expect, it } from 'vitest';
import { aNext, anAttempt, HOLD, openWorkshop } from './ad-workshop.ts';
import { BEFORE_SAID_USER_DATA } from './before-said-user-data.ts';

const STEP = 'attempts of deliveries to ad platforms without hashes';

/** What is kept of an attempt that was written down before the step. */
async function afterStep(kept: { request: object; response?: string; message?: string }) {
  const shop = openWorkshop();
  const sale = shop.sale();
  await shop.append(sale);
  const [claim] = await shop.claim(sale.receivedAt + HOLD);
  if (claim === undefined) throw new Error('Nothing was due');
  const attempt = anAttempt({ ...kept, request: JSON.stringify(kept.request) });
  await shop.queue.record([{ claim, attempt, next: aNext('delivered') }]);
  shop.takeBack(STEP, BEFORE_SAID_USER_DATA);
  const opened = openAdDeliveryStore({ folder: shop.folder, migrate: true });
  await opened.close();
  const [row] = shop.rows('SELECT request, response, message FROM ad_attempts') as [
    { request: string; response: string | null; message: string | null },
  ];
  return { ...row, request: JSON.parse(row.request) as unknown };
}

it('takes what was kept of hashes out of requests to Meta, and nothing else', async () => {
  const event = { event_id: '12345678', custom_data: { order_id: 'a1b2c3d4', value: 49.9 } };
  const user = { fbc: 'fb.1.1.abcdef01', client_user_agent: 'x/1' };
  const hashed = { em: ['0a1b2c3d'], ph: ['4E5F6a7b', '12345678'], external_id: ['89abcdef'] };
  const { request } = await afterStep({
    request: { access_token: '[token]', data: [{ ...event, user_data: { ...hashed, ...user } }] },
  });
  const none = { em: ['[hash]'], ph: ['[hash]', '[hash]'], external_id: ['[hash]'] };
  expect(request).toEqual({ access_token: '[token]', data: [{ ...event, user_data: { ...none, ...user } }] });
});

it('takes what was kept of hashes out of requests to Google and Microsoft', async () => {
  const identifiers = (of: string) => [{ emailAddress: of }, { phoneNumber: of }];
  const google = (of: string) => ({
    events: [{ transactionId: '0a1b2c3d', userData: { userIdentifiers: identifiers(of) } }],
  });
  expect((await afterStep({ request: google('0a1b2c3d') })).request).toEqual(google('[hash]'));
  const microsoft = (of: string) => ({
    OfflineConversions: [{ HashedEmailAddress: of, HashedPhoneNumber: of, ConversionName: 'deadbeef' }],
  });
  expect((await afterStep({ request: microsoft('0a1b2c3d') })).request).toEqual(microsoft('[hash]'));
});

it('deletes what a platform said where it may have repeated a hash', async () => {
  const texts = { response: '{"error":"0a1b2c3d matches nobody"}', message: '0a1b2c3d' };
  expect(await afterStep({ request: {}, ...texts })).toMatchObject({ response: null, message: null });
});

it('keeps what a platform said of its own, with ids of its requests', async () => {
  const texts = {
    response: '{"trackingId":"0a1b2c3d-0000-4000-8000-000000000000","count":1}',
    message: 'Too late (code 2650)',
  };
  expect(await afterStep({ request: {}, ...texts })).toMatchObject(texts);
});

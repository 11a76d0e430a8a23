import { createHash } from 'node:crypto';
import type { AdPlatform } from '@cvq/contract';
import { chromium, type Page } from '@playwright/test';
import { type AdPlatforms, expect, test } from '../../ad-platforms.ts';
import { BUYER, buyThreeCups, ORDER_VALUE } from '../../buy-three-cups.ts';
import type { Collector } from '../../collector.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const EMAIL_HASH = sha256(BUYER);
const GCLID = 'Cj0KCQiA-e2e_click';
const FBCLID = 'IwAR0e2e-Click_Id';
const MSCLKID = 'dd4afcccb1c94a4cad9544dd7e5006ab';

const orderIdOn = async (page: Page) => (await page.locator('[data-order-id]').textContent()) ?? '';

type Buying = { readonly page: Page; readonly adPlatforms: AdPlatforms };

/** The one conversion that a platform holds of a sale after a click on an ad. */
async function soldAfter(click: string, platform: AdPlatform, { page, adPlatforms }: Buying) {
  await buyThreeCups(page, `?${click}`);
  await expect.poll(() => adPlatforms.held(platform)).toHaveLength(1);
  return adPlatforms.held(platform)[0];
}

test.describe('a sale after a click on an ad', () => {
  test('reaches Google once, with click, value, order and hashed e-mail', async ({ page, adPlatforms }) => {
    await adPlatforms.connect('google_ads');
    expect(await soldAfter(`gclid=${GCLID}`, 'google_ads', { page, adPlatforms })).toMatchObject({
      action: '7001',
      orderId: await orderIdOn(page),
      clickIds: { gclid: GCLID },
      value: ORDER_VALUE,
      currency: 'EUR',
      hashes: { emailAddress: [EMAIL_HASH] },
    });
  });

  test('reaches Meta once, with the time of the click and the agent of the browser', async ({
    page,
    adPlatforms,
    collector,
  }) => {
    await adPlatforms.connect('meta_ads');
    const before = Date.now();
    const held = await soldAfter(`fbclid=${FBCLID}`, 'meta_ads', { page, adPlatforms });
    expect(held).toMatchObject({
      action: 'Purchase',
      orderId: await orderIdOn(page),
      clickIds: { fbclid: FBCLID },
      value: ORDER_VALUE,
      currency: 'EUR',
      hashes: { em: [EMAIL_HASH] },
      sent: {
        action_source: 'website',
        user_data: { client_user_agent: await page.evaluate(() => navigator.userAgent) },
      },
    });
    const [, , clickedAt] = held?.clickIds.fbc?.split('.') ?? [];
    expect(Number(clickedAt)).toBeGreaterThanOrEqual(before);
    // Meta is told the time of a sale in whole seconds, and the click may lie in the same one.
    expect(Math.floor(Number(clickedAt) / 1000) * 1000).toBeLessThanOrEqual(held?.at ?? 0);
    const [sale] = (await collector.stored()).filter(({ event_type }) => event_type === 'purchase');
    expect(held?.key, 'a pixel beside us is known again by it').toBe(`Purchase ${sale?.event_id}`);
  });

  test('reaches Microsoft once, by the name of the goal', async ({ page, adPlatforms }) => {
    await adPlatforms.connect('microsoft_ads');
    expect(await soldAfter(`msclkid=${MSCLKID}`, 'microsoft_ads', { page, adPlatforms })).toMatchObject({
      action: 'Purchase',
      clickIds: { msclkid: MSCLKID },
      value: ORDER_VALUE,
      currency: 'EUR',
      hashes: { HashedEmailAddress: [EMAIL_HASH] },
    });
  });

  test('reaches each platform with the click of its own', async ({ page, adPlatforms }) => {
    await adPlatforms.connect('google_ads');
    await adPlatforms.connect('meta_ads');
    await adPlatforms.connect('microsoft_ads');
    await page.goto(`/demo/?gclid=${GCLID}`);
    await page.goto(`/demo/?msclkid=${MSCLKID}`);
    await buyThreeCups(page, `?fbclid=${FBCLID}`);
    const clicks = () =>
      (['google_ads', 'meta_ads', 'microsoft_ads'] as const).map((platform) =>
        adPlatforms.held(platform).map(({ clickIds }) => clickIds),
      );
    await expect
      .poll(clicks)
      .toMatchObject([[{ gclid: GCLID }], [{ fbclid: FBCLID }], [{ msclkid: MSCLKID }]]);
  });
});

test('a sale is matched by what the page before said of its user, and what enhance has said since', async ({
  page,
  adPlatforms,
  collector,
}) => {
  await adPlatforms.connect('meta_ads');
  const call = (...command: unknown[]) =>
    page.evaluate((pushed) => (window as unknown as { cvq: unknown[] }).cvq.push(pushed), command);
  const isStored = async (type: string) =>
    (await collector.stored()).some(({ event_type }) => event_type === type);
  const phone = '+436601234567';

  await page.goto('/demo/');
  await call('identify', 'customer-1', { email: BUYER });
  await expect.poll(() => isStored('identify')).toBe(true);
  await page.getByRole('link', { name: 'Field cup' }).click();
  await call('enhance', { phone });
  await expect.poll(() => isStored('enhance')).toBe(true);
  await call('trackPurchase', { orderId: 'LP-ENHANCED', value: ORDER_VALUE, currency: 'EUR' });
  await expect
    .poll(() => adPlatforms.held('meta_ads'))
    .toMatchObject([{ value: ORDER_VALUE, hashes: { em: [EMAIL_HASH], ph: [sha256(phone.slice(1))] } }]);
});

test.describe('nothing is sent', () => {
  test('where the visitor denied it', async ({ page, adPlatforms }) => {
    await adPlatforms.connect('google_ads');
    await page.addInitScript(`
      window.cvq = window.cvq || [];
      cvq.push(['consent', { ad_storage: 'denied', ad_user_data: 'denied' }]);`);
    await buyThreeCups(page, `?gclid=${GCLID}`);
    await expect.poll(adPlatforms.deliveries).toMatchObject([{ state: 'skipped', reason: 'no_consent' }]);
    expect(adPlatforms.held('google_ads')).toEqual([]);
  });

  test('of what a driven browser bought', async ({ collector, adPlatforms, launchOptions }) => {
    await adPlatforms.connect('google_ads');
    const { args: _, ignoreDefaultArgs: __, ...options } = launchOptions;
    const driven = await chromium.launch({ ...options, args: ['--no-sandbox', '--enable-automation'] });
    const page = await driven.newPage({ baseURL: collector.address });
    await buyThreeCups(page, `?gclid=${GCLID}`);
    await expect.poll(adPlatforms.deliveries).toMatchObject([{ state: 'skipped', reason: 'bot' }]);
    expect(adPlatforms.held('google_ads')).toEqual([]);
    await driven.close();
  });
});

test.describe('a sale that is reported twice reaches a platform once', () => {
  test('by a thank-you page that is reloaded', async ({ page, adPlatforms }) => {
    await adPlatforms.connect('google_ads');
    await soldAfter(`gclid=${GCLID}`, 'google_ads', { page, adPlatforms });
    const orderId = await orderIdOn(page);
    await page.reload();
    // A page that remembers no order, as the demo shop does.
    await page.evaluate(
      ({ orderId, value }) => {
        const { cvq } = window as unknown as { cvq: { push(call: unknown[]): void } };
        cvq.push(['trackPurchase', { orderId, value, currency: 'EUR' }]);
      },
      { orderId, value: ORDER_VALUE },
    );
    await expect.poll(adPlatforms.deliveries).toHaveLength(2);
    await expect
      .poll(async () => (await adPlatforms.deliveries()).map(({ reason }) => reason))
      .toContain('duplicate_order');
    expect(adPlatforms.held('google_ads')).toHaveLength(1);
  });

  test('by the browser, and then by the server', async ({ page, adPlatforms, collector }) => {
    await adPlatforms.connect('google_ads');
    await soldAfter(`gclid=${GCLID}`, 'google_ads', { page, adPlatforms });
    await reportOrder(collector, await orderIdOn(page));
    // The server's report is the sale, which is told as the browser's was sent.
    await expect
      .poll(async () => (await adPlatforms.deliveries()).map(({ sent_as }) => sent_as))
      .toContainEqual(expect.stringMatching(/^conv_/));
    await expect
      .poll(async () => (await adPlatforms.deliveries()).map(({ attempts }) => attempts > 0))
      .toEqual(expect.arrayContaining([true, false]));
    expect(adPlatforms.held('google_ads')).toHaveLength(1);
  });

  test('by the server, and then by the browser', { tag: '@long' }, async ({
    page,
    adPlatforms,
    collector,
  }) => {
    await adPlatforms.connect('google_ads');
    await page.route(/\/v1\/events/, async (route) => {
      const sale = /"order_id":"(LP-[0-9A-F]{8})"/.exec(route.request().postData() ?? '');
      if (sale?.[1] !== undefined) await reportOrder(collector, sale[1]);
      await route.continue();
    });
    await buyThreeCups(page, `?gclid=${GCLID}`);
    await expect
      .poll(async () => (await adPlatforms.deliveries()).map(({ reason }) => reason))
      .toContain('duplicate_order');
    await expect.poll(() => adPlatforms.held('google_ads')).toMatchObject([{ clickIds: { gclid: GCLID } }]);
  });
});

/** What the shop's backend says of an order, for the visit that led to it. */
async function reportOrder({ address, serverKey, stored }: Collector, order_id: string): Promise<void> {
  const session_id = (await stored()).at(-1)?.session_id;
  const response = await fetch(new URL('/v1/track', address), {
    method: 'POST',
    headers: { authorization: `Bearer ${serverKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      event_type: 'purchase',
      session_id,
      properties: { order_id, value: ORDER_VALUE, currency: 'EUR' },
      user_data: { email: BUYER },
    }),
  });
  expect(response.status, await response.text()).toBe(200);
}

// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { collector, config, soon } from './fresh-visit.ts';
import { openPage } from './open-page.ts';

const bodies = () => collector.sent.map(({ body }) => body).join();
const onDevice = () => document.cookie + JSON.stringify({ ...localStorage });
const SECRETS = /mail\.example|s3cr3t|Ada/;

describe('addresses and titles', () => {
  it('leave the page, and rest on the device, without e-mail addresses and tokens', async () => {
    const { init, track, attribution } = await openPage(
      '/u/ada@mail.example?gclid=CLICK&token=s3cr3t#access_token=s3cr3t',
      'Account of ada@mail.example',
    );
    collector.answers('unreachable');
    init({ ...config, features: [attribution] });
    track('seen', { url: 'https://a.test/?api_key=s3cr3t', note: ['to ada@mail.example'] });
    await soon();
    expect(bodies()).not.toMatch(SECRETS);
    expect(onDevice()).not.toMatch(SECRETS);
    expect(onDevice()).toContain('(redacted)');
    const [event] = collector.named('seen');
    expect(event).toMatchObject({
      context: {
        page_url: `${location.origin}/u/(redacted)?gclid=CLICK&token=(redacted)#access_token=(redacted)`,
        title: 'Account of (redacted)',
      },
      properties: { url: 'https://a.test/?api_key=(redacted)', note: ['to (redacted)'] },
    });
    expect(collector.requests[0]?.batch.click_ids).toMatchObject({ gclid: { value: 'CLICK' } });
  });

  it('in properties lose them too, also without a host, and so does what beforeSend adds', async () => {
    const { init, track } = await openPage('/', 'Use sk_live_51H8abcdefghijkl1234');
    collector.answers('unreachable');
    init({
      ...config,
      beforeSend: (event) => ({
        ...event,
        properties: { ...event.properties, added: 'ada@mail.example', at: '/reset?token=s3cr3t' },
        context: { ...event.context, more: 'https://a.test/?password=s3cr3t' },
      }),
    });
    track('seen', {
      path: '/reset?token=s3cr3t',
      in: [{ deep: '?api_key=s3cr3t', key: 'is sk_live_51H8abcdefghijkl1234' }],
      'ada@mail.example': true,
    });
    await soon();
    expect(bodies() + onDevice()).not.toMatch(/mail\.example|s3cr3t|51H8/);
    expect(collector.named('seen')[0]).toMatchObject({
      context: { more: 'https://a.test/?password=(redacted)', title: 'Use (redacted)' },
      properties: {
        path: '/reset?token=(redacted)',
        in: [{ deep: '?api_key=(redacted)', key: 'is (redacted)' }],
        added: '(redacted)',
        at: '/reset?token=(redacted)',
      },
    });
  });

  it('are sent as they are where the page wants it, and lose its own names where it names them', async () => {
    const open = await openPage('/?token=a&kundennr=4711');
    open.init({ ...config, redact: false });
    open.track('open', { note: 'ada@mail.example' });
    await soon();
    expect(collector.named('open')[0]).toMatchObject({
      context: { page_url: `${location.origin}/?token=a&kundennr=4711` },
      properties: { note: 'ada@mail.example' },
    });
    const named = await openPage('/?token=a&kundennr=4711');
    named.init({ ...config, redact: 'iban, kundennr' });
    named.track('named');
    await soon();
    expect(collector.named('named')[0]?.context?.page_url).toBe(
      `${location.origin}/?token=(redacted)&kundennr=(redacted)`,
    );
  });

  it('that are too long are cut and marked', async () => {
    const { init, track } = await openPage(`/?utm_source=x&${'a=1&'.repeat(3000)}`, 'T '.repeat(6000));
    init(config);
    track('long');
    await soon();
    const { page_url, title } = collector.named('long')[0]?.context ?? {};
    expect(page_url).toMatch(/^http:.*utm_source=x&a=1&.*&\(cut\)$/);
    expect(title).toMatch(/^T T .* \(cut\)$/);
  });
});

describe('user data among the properties of a conversion', () => {
  it('is user data, and never rests on the device', async () => {
    const { init, trackLead, setEnhancedUserData } = await openPage();
    collector.answers('unreachable');
    init(config);
    setEnhancedUserData({ firstName: 'Kept', city: 'Berlin' });
    trackLead(
      {
        leadId: '7',
        email: 'ada@mail.example',
        customerPhone: '+49 151 2345678',
        first_name: 'Ada',
        country: 'DE',
      },
      { email: 'given@mail.example' },
    );
    await soon();
    expect(collector.named('lead')[0]).toMatchObject({
      properties: { lead_id: '7', country: 'DE' },
      user_data: { email: 'given@mail.example', phone: '+49 151 2345678', first_name: 'Ada', city: 'Berlin' },
    });
    expect(Object.keys(collector.named('lead')[0]?.properties ?? {})).toEqual(['lead_id', 'country']);
    expect(onDevice()).not.toMatch(/mail\.example|2345678|Ada/);
  });

  it('is so in objects, lists and traits, and under any usual name, while products keep theirs', async () => {
    const { init, trackPurchase, identify } = await openPage();
    collector.answers('unreachable');
    init(config);
    const items = [{ sku: 'T', name: 'Teapot', item_name: 'Blue teapot', price: 12 }];
    const customer = { firstName: 'Ada', fax: 1, self: {} };
    customer.self = customer;
    trackPurchase({
      orderId: '9',
      items,
      customer,
      contact: { phone: '+49 151 2345678', city: 'Berlin' },
      'billing.full_name': 'Ada Lovelace',
      mobile: '0151 9876543',
      node: document.body,
    });
    identify('u_1', { fullName: 'Ada Lovelace', plan: 'pro', owner: { mobile: '0151 9876543' } });
    await soon();
    const [purchase] = collector.named('purchase');
    expect(purchase?.properties).toEqual({
      order_id: '9',
      items,
      customer: { fax: 1 },
      contact: { city: 'Berlin' },
    });
    expect(purchase?.user_data).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lovelace',
      phone: '0151 9876543',
    });
    expect(onDevice()).not.toMatch(/2345678|9876543|Ada|Lovelace/);
    collector.answers({ status: 202 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(collector.named('identify')[0]?.properties).toEqual({ plan: 'pro', owner: {} });
  });

  it('does not lose the conversion to a value that cannot be read', async () => {
    const { init, trackLead } = await openPage();
    init(config);
    const data = { leadId: '8', email: 'ada@mail.example' };
    Object.defineProperty(data, 'broken', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    trackLead(data);
    await soon();
    expect(collector.named('lead')[0]).toMatchObject({
      properties: { lead_id: '8' },
      user_data: { email: 'ada@mail.example' },
    });
  });
});

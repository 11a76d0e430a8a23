import { createHash } from 'node:crypto';
import type { UserData } from '@cvq/contract';
import type { SaidUserData, StoredConsent } from '@cvq/storage';
import { describe, expect, it } from 'vitest';
import {
  openHashes,
  toPlatformConversion,
} from '../../src/ad-platforms/forwarding/to-platform-conversion.ts';
import { hashUserData } from '../../src/ad-platforms/hashing/hash-user-data.ts';
import { createKeyedHash } from '../../src/secrets/keyed-hash.ts';
import { createUserDataSealer } from '../../src/secrets/sealer.ts';
import { START } from '../collector.ts';
import { aForwardedConversion } from './builders.ts';

const SECRET = { sealing: 'a secret of the tests', alsoOpening: null };
const keyedHash = createKeyedHash(SECRET.sealing, 'order ids');

function toldOf(given: Parameters<typeof aForwardedConversion>[0], redactedNames: string[] | null = []) {
  const consent = { isDenied: false, adUserData: 'granted', adPersonalization: 'denied' } as const;
  const conversion = aForwardedConversion(given);
  const eligible = { conversion, action: '555', click: null, consent, retryUntil: START };
  return toPlatformConversion(eligible, { hashes: {}, redactedNames, keyedHash });
}

it('an amount is told in major units, without dust', () => {
  expect(toldOf({})).toMatchObject({ value: 129.9, currency: 'EUR' });
  expect(toldOf({ amount: { minor: 500, currency: 'JPY' } })).toMatchObject({ value: 500, currency: 'JPY' });
  expect(toldOf({ amount: { minor: 1234, currency: 'KWD' } })).toMatchObject({
    value: 1.234,
    currency: 'KWD',
  });
  expect(toldOf({ amount: null })).toMatchObject({ value: null, currency: null });
});

it('an order that is named by an e-mail address is told by a hash that only this installation can make', () => {
  const { orderId } = toldOf({ orderId: 'ada@example.com-7' });
  expect(orderId).toMatch(/^[0-9a-f]{64}$/);
  expect(orderId).not.toBe(createHash('sha256').update('ada@example.com-7').digest('hex'));
  expect(toldOf({ orderId: 'ada@example.com-7' }).orderId).toBe(orderId);
  expect(toldOf({ orderId: 'A-1001' }).orderId).toBe('A-1001');
});

it.each([
  ...['ada@localhost', '"ada smith"@example.org', 'ada@host-7', 'ada%40example.com', 'ada&#64;example.com'],
  ...['ada\uff20example.com', '7-ada%2540localhost'],
])('nor is an order told as it is that may hold such an address: %s', (orderId) => {
  expect(toldOf({ orderId }).orderId).toMatch(/^[0-9a-f]{64}$/);
});

it('an address is told without e-mail addresses, names that the project cuts, and click ids', () => {
  const pageUrl = 'https://shop.example/thanks?mail=ada@example.com&customer=Ada&gclid=Cj0K&step=2';
  const told = toldOf({ pageUrl }, ['customer']).pageUrl;
  expect(told).toBe('https://shop.example/thanks?mail=(redacted)&customer=(redacted)&step=2');
  expect(toldOf({ pageUrl }, null).pageUrl).not.toContain('ada@example.com');
});

it('a user is told by the hash of the id, and a visitor where nobody is named', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  expect(toldOf({ userId: 'customer-7' }).externalId).toBe(sha256('customer-7'));
  expect(toldOf({}).externalId).toBe(sha256('v1'));
  expect(toldOf({ visitorId: null }).externalId).toBeNull();
  expect(toldOf({ userId: 'customer-7', consent: { analytics_storage: 'denied' } }).externalId).toBeNull();
});

it('items are told that say which they are, whatever a browser sends of them', () => {
  const items = [
    { sku: 'A', price: 9.5, quantity: 2 },
    { sku: 'B', price: '9,50', quantity: -1 },
    { name: 'without a sku' },
    { sku: 'ada@example.com' },
    { sku: '(redacted)' },
    { sku: 'gift-(redacted)' },
    null,
    'C',
  ];
  expect(toldOf({ properties: { items } }).items).toEqual([
    { id: 'A', quantity: 2, price: 9.5 },
    { id: 'B', quantity: 1, price: null },
  ]);
  expect(toldOf({ properties: { items: 'many' } }).items).toEqual([]);
});

it('hashes are opened by the rules of the platform that is told', () => {
  const sealer = createUserDataSealer(SECRET);
  const hashed = hashUserData({ email: 'user.name+nyc@example.com' });
  const conversion = {
    consent: null,
    userData: [{ sealed: sealer.seal(JSON.stringify(hashed)), purgeAt: START, visit: null }],
  };
  for (const [platform, network] of [
    ['google_ads', 'google'],
    ['meta_ads', 'meta'],
    ['microsoft_ads', 'microsoft'],
  ] as const)
    expect(openHashes(conversion, platform, { sealer, unsaidConsent: 'granted' })).toEqual(hashed[network]);
  expect(
    openHashes({ userData: [], consent: null }, 'meta_ads', { sealer, unsaidConsent: 'granted' }),
  ).toEqual({});
  expect(openHashes(null, 'meta_ads', { sealer, unsaidConsent: 'granted' })).toEqual({});
});

it('hashes that were sealed with a secret that is lost are none, and are heard of', () => {
  const lost = createUserDataSealer({ sealing: 'a secret that is lost', alsoOpening: null });
  const sealed = lost.seal(JSON.stringify(hashUserData({ email: 'ada@example.com' })));
  const heard: string[] = [];
  const opener = {
    sealer: createUserDataSealer(SECRET),
    unsaidConsent: 'granted' as const,
    onUnreadable: ({ name }: Error) => heard.push(name),
  };
  expect(
    openHashes({ userData: [{ sealed, purgeAt: START, visit: null }], consent: null }, 'meta_ads', opener),
  ).toEqual({});
  expect(heard).toEqual(['UserDataUnreadable']);
});

describe('the hashes of user data that was said more than once', () => {
  const sealer = createUserDataSealer(SECRET);
  const lost = createUserDataSealer({ sealing: 'a secret that is lost', alsoOpening: null });
  type Visit = SaidUserData['visit'];
  const said = (userData: UserData, visit: Visit = null, by = sealer): SaidUserData => ({
    ...{ sealed: by.seal(JSON.stringify(hashUserData(userData))), purgeAt: START, visit },
  });
  const open = (userData: readonly SaidUserData[], consent: StoredConsent | null = null) =>
    openHashes({ userData, consent }, 'meta_ads', { sealer, unsaidConsent: 'by_country' });
  const elsewhere = { consent: null, gpc: false, country: 'US' };
  const [ada, eve] = [{ email: 'ada@example.com' }, { email: 'eve@example.com', phone: '+491701234567' }];
  const { email } = hashUserData(ada).meta;
  const { phone } = hashUserData(eve).meta;

  it('are of each field those that were said nearest', () => {
    expect(open([said(ada), said(eve)])).toEqual({ email, phone });
    expect(open([said({ ...ada, phone: 'none' }), said(eve)])).toEqual({ email, phone });
  });

  it('are those that can be opened', () => {
    expect(open([said(ada, null, lost), said({ phone: eve.phone })])).toEqual({ phone });
  });

  it('are none of a visit that denies it, by what was said there or by what the law of its country asks', () => {
    const denying: Visit[] = [
      { ...elsewhere, consent: { ad_user_data: 'denied' } },
      { ...elsewhere, consent: { ad_storage: 'denied' } },
      { ...elsewhere, gpc: true },
      { ...elsewhere, country: 'DE' },
    ];
    for (const visit of denying) expect(open([said(ada), said(eve, visit)])).toEqual({ email });
    expect(open([said(ada), said(eve, elsewhere)])).toEqual({ email, phone });
  });

  it('are none of another visit where nobody may know who it was', () => {
    const consent = { analytics_storage: 'denied' } as const;
    expect(open([said(ada), said(eve, elsewhere)], consent)).toEqual({ email });
  });
});

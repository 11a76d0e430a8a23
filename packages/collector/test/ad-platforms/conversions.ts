import { hash } from 'node:crypto';
import type { PlatformConversion } from '../../src/ad-platforms/adapter.ts';

const AT = Date.UTC(2026, 10, 20, 10, 0, 0, 250);
const CLICKED_AT = AT - 3 * 86_400_000;
const sha256 = (text: string) => hash('sha256', text, 'hex');

const EMAIL = { email: [sha256('ada@example.com')] };
const PHONE = { phone: [sha256('+442070313000')] };
const PERSON = {
  ...EMAIL,
  ...PHONE,
  first_name: [sha256('ada')],
  last_name: [sha256('lovelace')],
  city: [sha256('sãopaulo'), sha256('sopaulo')],
  state: [sha256('sp')],
  postal_code: [sha256('01310')],
  country: [sha256('br')],
};

/** A purchase of a person who has come by no click. */
export const CONVERSION: PlatformConversion = {
  eventId: 'evt_1795168800250_k3v9x2',
  orderId: 'order-1001',
  at: AT,
  value: 49.9,
  currency: 'EUR',
  items: [],
  click: null,
  hashes: EMAIL,
  externalId: sha256('external'),
  pageUrl: 'https://www.shop.example/thanks',
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  consent: { adUserData: 'granted', adPersonalization: 'granted' },
};

const click = (name: string, value: string) => ({ name, value, at: CLICKED_AT });

/** A click of each platform by the name of its id, the first being the usual one. */
export const CLICKS = {
  google_ads: click('gclid', 'Cj0KCQiA_example-Click'),
  meta_ads: click('fbclid', 'IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB_qa2ofrHyiLjcbCRxTDMgk'),
  microsoft_ads: click('msclkid', 'dd4afcccb1c94a4cad9544dd7e5006ab'),
};

/** What conversions may be like; `click`: which of the platform's own, where there is any. */
const VARIANTS: readonly (readonly [
  name: string,
  { readonly click?: 'own' | NonNullable<PlatformConversion['click']> } & Partial<
    Omit<PlatformConversion, 'click'>
  >,
])[] = [
  ['a click with e-mail and phone', { click: 'own', hashes: { ...EMAIL, ...PHONE } }],
  [
    'a click alone, consent unspecified',
    { click: 'own', hashes: {}, consent: { adUserData: 'unspecified', adPersonalization: 'unspecified' } },
  ],
  ['a click on an iPhone, from an app', { click: click('gbraid', '0AAAAA-app_click'), hashes: {} }],
  ['a click on an iPhone, from the web', { click: click('wbraid', 'CjgKEAjw-web_click'), hashes: EMAIL }],
  ['user data alone, of every field', { hashes: PERSON }],
  [
    'personalisation denied',
    { click: 'own', consent: { adUserData: 'granted', adPersonalization: 'denied' } },
  ],
  ['no value and no order', { click: 'own', value: null, currency: null, orderId: null }],
  ['yen, without decimals', { click: 'own', value: 12_800, currency: 'JPY' }],
  ['dinars, with three decimals and dust of a sum', { value: 0.1 + 0.2 + 4.125, currency: 'KWD' }],
  [
    'items',
    {
      items: [
        { id: 'sku-1', quantity: 2, price: 19.99 },
        { id: 'sku-2', quantity: 1, price: null },
      ],
    },
  ],
  ['a sale that a server reports, without a page', { pageUrl: null, userAgent: null, click: 'own' }],
  [
    'long and foreign texts',
    {
      orderId: `注文-№1001-🛒-${'x'.repeat(200)}`,
      pageUrl: `https://münchen.example/danke/${'schön-'.repeat(40)}`,
      userAgent: `Mozilla/5.0 ${'("x") '.repeat(60)}`,
      items: [{ id: 'Käse "extra" \u2028 1', quantity: 1, price: 3.5 }],
    },
  ],
];

/** Twelve conversions as a platform is told of them. A click of another platform's stays away. */
export function conversionsFor(platform: keyof typeof CLICKS): [name: string, PlatformConversion][] {
  return VARIANTS.map(([name, { click, ...differences }]) => {
    const own = click === 'own' || (click && platform !== 'google_ads') ? CLICKS[platform] : click;
    return [name, { ...CONVERSION, ...differences, click: own ?? null }];
  });
}

/**
 * How visitors of the demo shop come, what they use and what they do, with how often (weights). Data, not code. `keen`:
 * the part of them who came to buy. Referrers are search engines, or sites that nobody can have.
 */
export const ARRIVALS = [
  { weight: 32, keen: 0.1, referrer: '', query: '' },
  { weight: 25, keen: 0.05, referrer: 'https://www.google.com/', query: '' },
  {
    weight: 11,
    keen: 0.14,
    referrer: 'https://www.google.com/',
    query: '?utm_source=google&utm_medium=cpc&utm_campaign=brand&gclid=demo-gclid',
  },
  {
    weight: 4,
    keen: 0.03,
    referrer: 'https://www.google.com/',
    query: '?gclid=demo-gclid',
  },
  {
    weight: 8,
    keen: 0.03,
    referrer: '',
    query: '?utm_source=instagram&utm_medium=paid-social&utm_campaign=glaze&fbclid=demo-fbclid',
  },
  {
    weight: 3,
    keen: 0.09,
    referrer: 'https://www.bing.com/',
    query: '?utm_source=bing&utm_medium=cpc&utm_campaign=brand&msclkid=demo-msclkid',
  },
  {
    weight: 5,
    keen: 0.2,
    referrer: '',
    query: '?utm_source=newsletter&utm_medium=email&utm_campaign=new-glazes',
  },
  {
    weight: 2,
    keen: 0.16,
    referrer: '',
    query: '?utm_source=newsletter&utm_medium=email&utm_campaign=seconds-sale',
  },
  { weight: 3, keen: 0.05, referrer: 'https://www.bing.com/', query: '' },
  { weight: 3, keen: 0.05, referrer: 'https://duckduckgo.com/', query: '' },
  { weight: 2, keen: 0.04, referrer: 'https://www.ecosia.org/', query: '' },
  { weight: 3, keen: 0.04, referrer: 'https://potters-journal.example/workshops/field-cup', query: '' },
  { weight: 2, keen: 0.02, referrer: 'https://forum.glazes.example/t/412', query: '' },
  {
    weight: 2,
    keen: 0.03,
    referrer: '',
    query: '?utm_source=pinboard&utm_medium=social&utm_campaign=autumn-table',
  },
] as const;

/** How those come who have read of the shop in a magazine. */
export const PRESS_ARRIVAL = {
  keen: 0.04,
  referrer: 'https://kilnweekly.example/2026/field-notes',
  query: '',
} as const;

export const DEVICES = [
  {
    weight: 38,
    screen: '390x844',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  },
  {
    weight: 22,
    screen: '412x915',
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36',
  },
  {
    weight: 3,
    screen: '412x892',
    userAgent: 'Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
  },
  {
    weight: 4,
    screen: '820x1180',
    userAgent:
      'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  },
  {
    weight: 17,
    screen: '1920x1080',
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  },
  {
    weight: 5,
    screen: '1536x864',
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0',
  },
  {
    weight: 8,
    screen: '1440x900',
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  },
  {
    weight: 3,
    screen: '1440x900',
    userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
  },
] as const;

/** What visitors search the shop for. */
export const SEARCHES = [
  { weight: 9, query: 'teapot', results: 1 },
  { weight: 8, query: 'cup', results: 2 },
  { weight: 5, query: 'gift', results: 4 },
  { weight: 4, query: 'bowl large', results: 1 },
  { weight: 3, query: 'dishwasher', results: 1 },
  { weight: 3, query: 'vase', results: 0 },
  { weight: 2, query: 'jug blue', results: 1 },
] as const;

/** An event that is no conversion, on a page of a journey. */
export type OwnEvent = { readonly on: number; readonly type: 'search' | 'add_to_cart' };

/** Pages below `/demo/` in the order in which they are seen, what happens on them, and the conversion at the end, if any. */
export type Journey = {
  readonly pages: readonly string[];
  readonly own: readonly OwnEvent[];
  readonly conversion: 'purchase' | 'signup' | 'download' | null;
};

const NOTHING: readonly OwnEvent[] = [];

export const JOURNEYS: readonly (Journey & { readonly weight: number })[] = [
  { weight: 41, pages: [''], own: NOTHING, conversion: null },
  { weight: 14, pages: ['', 'category.html'], own: NOTHING, conversion: null },
  { weight: 6, pages: ['', 'category.html'], own: [{ on: 1, type: 'search' }], conversion: null },
  { weight: 12, pages: ['category.html', 'teapot.html'], own: NOTHING, conversion: null },
  {
    weight: 8,
    pages: ['', 'category.html', 'cup.html', 'bowl.html'],
    own: [{ on: 1, type: 'search' }],
    conversion: null,
  },
  {
    weight: 6,
    pages: ['', 'teapot.html', 'cart.html'],
    own: [{ on: 1, type: 'add_to_cart' }],
    conversion: null,
  },
  { weight: 5, pages: ['', 'newsletter.html'], own: NOTHING, conversion: 'signup' },
  { weight: 3, pages: ['care.html'], own: NOTHING, conversion: 'download' },
];

/** What those do who came to buy. */
export const BUYING: readonly (Journey & { readonly weight: number })[] = [
  {
    weight: 5,
    pages: ['', 'category.html', 'jug.html', 'cart.html', 'thank-you.html'],
    own: [{ on: 2, type: 'add_to_cart' }],
    conversion: 'purchase',
  },
  {
    weight: 3,
    pages: ['jug.html', 'cart.html', 'thank-you.html'],
    own: [{ on: 0, type: 'add_to_cart' }],
    conversion: 'purchase',
  },
  {
    weight: 4,
    pages: ['', 'jug.html', 'cart.html'],
    own: [{ on: 1, type: 'add_to_cart' }],
    conversion: null,
  },
];

/** How those come who return to pay what they had chosen before. */
export const RETURN_TO_PAY: Journey = { pages: ['thank-you.html'], own: NOTHING, conversion: 'purchase' };

/** How many minutes before the end of the history the last orders are paid, and what is in the link by which some come. */
export const LAST_ORDERS: readonly { readonly minutes: number; readonly link?: string }[] = [
  { minutes: 290, link: 'utm_source=bing&utm_medium=cpc' },
  { minutes: 260 },
  { minutes: 230, link: 'utm_source=bing&utm_medium=cpc' },
  { minutes: 200 },
  { minutes: 170 },
  { minutes: 140 },
  { minutes: 100 },
  { minutes: 45 },
  { minutes: 1 },
];

/** What the demo shop sells, at its prices in cents of EUR. */
const PRODUCTS = {
  teapot: { sku: 'LP-TEAPOT', name: 'Dawn teapot', cents: 6400 },
  cup: { sku: 'LP-CUP', name: 'Field cup', cents: 1990 },
  bowl: { sku: 'LP-BOWL', name: 'Noon bowl', cents: 3200 },
  jug: { sku: 'LP-JUG', name: 'Well jug', cents: 4600 },
} as const;

/** What is in the carts of those who buy. All have the jug, which is the page that they came by. */
export const CARTS = [
  { weight: 8, lines: [{ ...PRODUCTS.jug, quantity: 1 }] },
  {
    weight: 5,
    lines: [
      { ...PRODUCTS.jug, quantity: 1 },
      { ...PRODUCTS.cup, quantity: 2 },
    ],
  },
  {
    weight: 3,
    lines: [
      { ...PRODUCTS.jug, quantity: 1 },
      { ...PRODUCTS.bowl, quantity: 2 },
    ],
  },
  {
    weight: 2,
    lines: [
      { ...PRODUCTS.jug, quantity: 1 },
      { ...PRODUCTS.teapot, quantity: 1 },
    ],
  },
  {
    weight: 1,
    lines: [
      { ...PRODUCTS.jug, quantity: 2 },
      { ...PRODUCTS.cup, quantity: 4 },
    ],
  },
] as const;

/** Visits per hour of a day in UTC, relative to each other: quiet nights, a peak after dinner. */
export const HOURS = [
  2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 10, 11, 12, 11, 10, 10, 11, 12, 14, 17, 18, 14, 9, 5,
] as const;

/** Visits on an ordinary day at the end of the history. */
export const VISITS_A_DAY = 115;

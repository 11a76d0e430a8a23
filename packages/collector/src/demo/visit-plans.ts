/** How visitors of the demo shop come, what they use and what they do, with how often (weights). Data, not code. */
export const ARRIVALS = [
  { weight: 34, referrer: '', query: '' },
  { weight: 26, referrer: 'https://www.google.com/', query: '' },
  {
    weight: 12,
    referrer: 'https://www.google.com/',
    query: '?utm_source=google&utm_medium=cpc&utm_campaign=brand&gclid=demo-gclid',
  },
  {
    weight: 9,
    referrer: 'https://l.instagram.com/',
    query: '?utm_source=instagram&utm_medium=paid-social&utm_campaign=glaze&fbclid=demo-fbclid',
  },
  {
    weight: 3,
    referrer: 'https://www.bing.com/',
    query: '?utm_source=bing&utm_medium=cpc&utm_campaign=brand&msclkid=demo-msclkid',
  },
  { weight: 7, referrer: '', query: '?utm_source=newsletter&utm_medium=email&utm_campaign=autumn' },
  { weight: 3, referrer: 'https://www.bing.com/', query: '' },
  { weight: 4, referrer: 'https://chatgpt.com/', query: '' },
  { weight: 2, referrer: 'https://www.pinterest.com/', query: '' },
] as const;

export const DEVICES = [
  {
    weight: 40,
    screen: '390x844',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  },
  {
    weight: 25,
    screen: '412x915',
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36',
  },
  {
    weight: 25,
    screen: '1920x1080',
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  },
  {
    weight: 10,
    screen: '1440x900',
    userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
  },
] as const;

export const LANGUAGES = [
  { weight: 60, language: 'de-DE' },
  { weight: 25, language: 'en-GB' },
  { weight: 15, language: 'fr-FR' },
] as const;

/** Pages below `/demo/` in the order in which they are seen, and the conversion at the end, if any. */
export const JOURNEYS = [
  { weight: 42, pages: [''], conversion: null },
  { weight: 16, pages: ['', 'category.html'], conversion: null },
  { weight: 12, pages: ['category.html', 'teapot.html'], conversion: null },
  { weight: 10, pages: ['', 'category.html', 'cup.html', 'bowl.html'], conversion: null },
  { weight: 6, pages: ['', 'teapot.html', 'cart.html'], conversion: null },
  { weight: 5, pages: ['', 'newsletter.html'], conversion: 'signup' },
  { weight: 3, pages: ['care.html'], conversion: 'download' },
  {
    weight: 6,
    pages: ['', 'category.html', 'jug.html', 'cart.html', 'thank-you.html'],
    conversion: 'purchase',
  },
] as const;

/** How those come who return to pay what they had chosen before. */
export const RETURN_TO_PAY = { pages: ['thank-you.html'], conversion: 'purchase' } as const;

/** How many minutes before the end of the history the last orders are paid. */
export const LAST_ORDERS_MINUTES = [290, 260, 230, 200, 170, 140, 100, 45, 1] as const;

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

/** Visits on an ordinary day. */
export const VISITS_A_DAY = 90;

import type { RequestSource } from './load.ts';

/** A visit to a shop, as a backend and as a browser tell of it. About 600 bytes an event. */
const SERVER_EVENT = {
  event_type: 'purchase',
  session_id: 'mi8xk2p1.a8f3k29d0q',
  user_id: 'user_18842',
  properties: {
    order_id: null,
    value: 129.9,
    currency: 'EUR',
    items: [{ sku: 'TEA-1', name: 'Dawn teapot', price: 64.95, quantity: 2 }],
  },
  context: {
    ip: '203.0.113.77',
    user_agent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
    page_url: 'https://shop.example/thank-you?utm_source=google&utm_medium=cpc&utm_campaign=brand',
    referrer: 'https://www.google.com/',
    gclid: 'Cj0KCQiA2b6uBhDxARIsAF2mPUl0',
  },
};

const BROWSER_EVENT = {
  id: 'evt_0000000000000_XXXXXXXXXX',
  event_type: 'pageview',
  timestamp: '0000-00-00T00:00:00.000Z',
  properties: {},
  context: {
    page_url: 'https://shop.example/teapot.html?utm_source=google&utm_medium=cpc&utm_campaign=brand',
    referrer: 'https://www.google.com/',
    title: 'Dawn teapot · Lowfield Pottery',
    language: 'de-DE',
    screen: '1920x1080',
  },
};

const NEXT_BROWSER_EVENT = {
  ...BROWSER_EVENT,
  context: {
    ...BROWSER_EVENT.context,
    page_url: 'https://shop.example/cart.html',
    referrer: 'https://shop.example/teapot.html',
  },
};

export type Kind = 'single' | 'batch' | 'browser' | 'conversions';
export const EVENTS_PER_REQUEST: Readonly<Record<Kind, number>> = {
  single: 1,
  batch: 100,
  browser: 5,
  conversions: 100,
};

/** So many requests are under way at once. */
export const CONNECTIONS: Readonly<Record<Kind, number>> = {
  single: 128,
  batch: 16,
  browser: 64,
  conversions: 16,
};

type Credentials = { readonly serverKeys: readonly string[]; readonly trackingKey: string };

/** Requests of a kind, each one new: other sessions, other visitors, other ids. */
export function requestsOf(kind: Kind, { serverKeys, trackingKey }: Credentials): RequestSource {
  let count = 0;
  if (kind === 'browser') {
    return {
      next() {
        count += 1;
        return post('/v1/events', browserBatch(trackingKey, count), 'text/plain');
      },
    };
  }
  const path = kind === 'single' ? '/v1/track' : '/v1/track/batch';
  return {
    next() {
      count += 1;
      const key = serverKeys[count % serverKeys.length] as string;
      const body = kind === 'single' ? serverEvent(count) : { events: batchOf(count, EVENTS[kind]) };
      return post(path, body, 'application/json', `Authorization: Bearer ${key}\r\n`);
    },
  };
}

const EVENTS = { batch: serverEvent, conversions: sale } as const;

function batchOf(count: number, eventOf: (count: number) => unknown): unknown[] {
  return Array.from({ length: EVENTS_PER_REQUEST.batch }, (_, index) => eventOf(count * 100 + index));
}

/** A purchase with a click and what platforms match by, of another buyer each. */
function sale(count: number): unknown {
  const { properties, context } = SERVER_EVENT;
  return {
    ...SERVER_EVENT,
    session_id: idFor(count),
    user_id: `user_${count}`,
    properties: { ...properties, order_id: `sale-${process.pid}-${count}` },
    user_data: { email: `person${count}@shop.example`, phone: `+49151${10_000_000 + count}` },
    consent: { ad_storage: 'granted', ad_user_data: 'granted' },
    context: { ...context, gclid: `${context.gclid}${count}` },
  };
}

/**
 * As shops send them: one event in thirty is a purchase, one in five tells of a page with a campaign and a click
 * id, and a session has five.
 */
function serverEvent(count: number): unknown {
  const isPurchase = count % 30 === 0;
  const isLanding = count % 5 === 0;
  const { page_url, referrer, gclid, ...context } = SERVER_EVENT.context;
  return {
    ...SERVER_EVENT,
    event_type: isPurchase ? 'purchase' : 'add_to_cart',
    session_id: idFor(Math.floor(count / 5)),
    user_id: `user_${Math.floor(count / 10) % 50_000}`,
    properties: isPurchase
      ? { ...SERVER_EVENT.properties, order_id: `order-${process.pid}-${count}` }
      : { product: 'TEA-1', items: SERVER_EVENT.properties.items },
    context: isLanding
      ? { ...context, page_url, referrer, gclid: `${gclid}${count}` }
      : {
          ...context,
          page_url: 'https://shop.example/teapot.html',
          referrer: 'https://shop.example/category.html',
        },
  };
}

function browserBatch(key: string, count: number): unknown {
  const now = Date.now();
  return {
    key,
    sent_at: new Date(now).toISOString(),
    visitor_id: idFor(Math.floor(count / 3)),
    session_id: idFor(count),
    sdk: '1.0.0',
    events: Array.from({ length: EVENTS_PER_REQUEST.browser }, (_, index) => ({
      ...(index === 0 ? BROWSER_EVENT : NEXT_BROWSER_EVENT),
      id: `evt_${now}_${process.pid}x${count}x${index}`,
      timestamp: new Date(now).toISOString(),
    })),
  };
}

/** As the SDK makes them: they begin with their time. */
function idFor(count: number): string {
  return `${Date.now().toString(36)}.${process.pid}x${count}`;
}

function post(path: string, body: unknown, type: string, headers = ''): Buffer {
  const text = JSON.stringify(body);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: bench\r\nContent-Type: ${type}\r\nUser-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36\r\nAccept-Language: de-DE\r\n${headers}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

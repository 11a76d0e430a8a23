import { PAGES } from '../shop/words.ts';

/** Events of one request, as a browser sends what it kept for half a minute. */
export const EVENTS_PER_BATCH = 10;
/** How many visitors are there at once, and how many batches each sends before another takes the place. */
const AT_ONCE = 600;
const BATCHES_EACH = 3;
const EVENT_EVERY_MS = 3_000;
/** One batch in so many ends in a purchase. */
const SALE_EVERY = 30;

const TYPES = [
  'pageview',
  'pageview',
  'search',
  'pageview',
  'add_to_cart',
  'pageview',
  'pageview',
  'pageview',
];

/** The body of `POST /v1/events` with so many events; sessions are prolonged by later batches, as on a live site. */
export function batch(key: string, number: number, now: number, count = EVENTS_PER_BATCH): string {
  const round = Math.floor(number / AT_ONCE);
  const visitor = `${Math.floor(round / BATCHES_EACH) * AT_ONCE + (number % AT_ONCE)}`;
  return JSON.stringify({
    key,
    sent_at: new Date(now).toISOString(),
    visitor_id: `1790000000000_9${visitor.padStart(15, '0')}`,
    session_id: `1790000000001_9${visitor.padStart(15, '0')}`,
    sdk: '1.0.0',
    events: Array.from({ length: count }, (_, index) => {
      const at = now - (count - 1 - index) * EVENT_EVERY_MS;
      const page = (number * 7 + index * 13) % PAGES;
      return {
        id: `evt_${at}_${process.pid}${number}x${index}`,
        timestamp: new Date(at).toISOString(),
        ...(index === count - 1 && number % SALE_EVERY === 0
          ? { event_type: 'purchase', properties: { order_id: `L-${number}`, value: 49.9, currency: 'EUR' } }
          : { event_type: TYPES[(number + index) % TYPES.length], properties: { plan: 'team' } }),
        context: {
          page_url: `https://shop.example/products/${page}${index === 0 ? '?utm_source=google&utm_medium=cpc' : ''}`,
          title: `Product ${page} · Lowfield Pottery`,
          language: 'de-DE',
          screen: '1920x1080',
        },
      };
    }),
  });
}

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@cvq/contract/constants';
import { START, type TestCollector } from '../collector.ts';

const PATHS = ['/', '/teapots', '/about', '/cart'];
const REFERRERS = [null, 'https://www.google.com/', 'https://news.example/'];
const PLANS = ['free', 'team', undefined];

/**
 * Visits of so many days up to now, one every three hours: each of a few views, from one of a few sites, in one of
 * three with a sale. Visitors come again. The first came that many days ago.
 */
export async function sendShopTraffic({ client, project }: TestCollector, days: number): Promise<void> {
  const visits = Array.from({ length: days * 8 }, (_, index) => START - days * DAY_MS + index * 3 * HOUR_MS);
  for (const [index, start] of visits.entries()) {
    const referrer = REFERRERS[index % REFERRERS.length] ?? null;
    const views = Array.from({ length: 1 + (index % 3) }, (_, view) => ({
      event_type: 'pageview',
      properties: { plan: PLANS[index % PLANS.length] },
      context: {
        page_url: `https://shop.example${PATHS[(index + view) % PATHS.length]}`,
        ...(referrer !== null && { referrer }),
      },
    }));
    const sale = {
      event_type: 'purchase',
      properties: { order_id: `A-${index}`, value: 9.5, currency: 'EUR' },
    };
    const steps = [...views, ...(index % 3 === 0 ? [sale] : [])];
    const answer = await client.send({
      method: 'POST',
      path: '/v1/events',
      json: {
        key: project,
        visitor_id: `visitor${index % 17}`,
        session_id: `session${index}`,
        events: steps.map((step, place) => {
          const at = start + place * MINUTE_MS;
          return { ...step, id: `evt_${at}_v${index}n${place}`, timestamp: new Date(at).toISOString() };
        }),
      },
    });
    if (answer.status !== 202) throw new Error(`A visit was not taken: ${JSON.stringify(answer.body)}`);
  }
}

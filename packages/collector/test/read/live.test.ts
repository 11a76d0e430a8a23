import type { ListPropertiesResponse, LiveResponse } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { START, startTestCollector } from '../collector.ts';

const collector = await startTestCollector();
const { client, clock, project, serverKey, addKey } = collector;
const { token: bearer } = await addKey({ scopes: ['analytics:read', 'conversions:read'] });

let sent = 0;
async function view(visitor: string, path: string, at: number): Promise<void> {
  sent += 1;
  const event = {
    ...{ id: `evt_${at}_n${sent}`, event_type: 'pageview', timestamp: new Date(at).toISOString() },
    context: { page_url: `https://shop.example${path}` },
  };
  const json = { key: project, visitor_id: visitor, session_id: visitor, events: [event] };
  await client.send({ method: 'POST', path: '/v1/events', json });
}

const MINUTE = 60_000;

describe('what is live', () => {
  it('is the visitors of five minutes with their pages, thirty minutes one by one, and the latest events', async () => {
    clock.now = START + 30_000;
    await view('gone', '/', START - 29 * MINUTE);
    await view('gone', '/', START - 5 * MINUTE);
    await view('ann', '/cart', START - 4 * MINUTE);
    await view('ann', '/teapots', START - MINUTE);
    await view('bob', '/teapots', START);
    const { body } = await client.send({ path: '/v1/analytics/live', bearer });
    const { visitors, minutes, pages, events } = (body as LiveResponse).data;
    expect(visitors).toBe(2);
    expect(pages).toEqual([
      { page: '/teapots', visitors: 2 },
      { page: '/cart', visitors: 1 },
    ]);
    expect(minutes).toHaveLength(30);
    expect(minutes[0]).toEqual({
      start: new Date(START - 29 * MINUTE).toISOString(),
      ...{ visitors: 1, pageviews: 1 },
    });
    expect(minutes.at(-1)).toMatchObject({ start: new Date(START).toISOString(), visitors: 1 });
    expect(minutes.reduce((sum, { pageviews }) => sum + pageviews, 0)).toBe(5);
    expect(events.map(({ page_path: path }) => path)).toEqual(['/teapots', '/teapots', '/cart', '/', '/']);
  });

  it('is as many events as are asked for', async () => {
    const { body } = await client.send({ path: '/v1/analytics/live?limit=1', bearer });
    expect((body as LiveResponse).data.events).toHaveLength(1);
    const none = await client.send({ path: '/v1/analytics/live?limit=0', bearer });
    expect((none.body as LiveResponse).data.events).toEqual([]);
    expect((await client.send({ path: '/v1/analytics/live?limit=51', bearer })).status).toBe(400);
  });
});

describe('properties of events', () => {
  it('are those of one type, with their most frequent values and the span of numbers', async () => {
    for (const value of [5, 5, 20])
      await client.send({
        ...{ method: 'POST', path: '/v1/track', bearer: serverKey },
        json: { event_type: 'lead', properties: { value, currency: 'EUR', note: '' } },
      });
    const { body } = await client.send({ path: '/v1/analytics/properties?event_type=lead', bearer });
    const { data } = body as ListPropertiesResponse;
    expect(data).toEqual({
      ...{ events: 3, total_properties: 2 },
      properties: [
        {
          ...{ name: 'currency', events: 3, distinct_values: 1, numbers: null },
          top_values: [{ value: 'EUR', events: 3 }],
        },
        {
          ...{ name: 'value', events: 3, distinct_values: 2, numbers: { lowest: 5, highest: 20 } },
          top_values: [
            { value: '5', events: 2 },
            { value: '20', events: 1 },
          ],
        },
      ],
    });
  });
});

import type { TrackedEvent, UserData } from '@cvq/contract';
import { type ServerEvent, Tracker } from '@cvq/node';
import { expect, expectTypeOf, it } from 'vitest';
import { startTestCollector } from '../collector.ts';

const collector = await startTestCollector();

it('the tracker of @cvq/node records events once, whatever happens to the first answer', async () => {
  const { project, serverKey } = await collector.addProject();
  let lost = 0;
  /** The request arrives, and its answer does not. */
  const losing: typeof fetch = async (...request) => {
    const answer = await fetch(...request);
    lost += 1;
    if (lost % 2 === 1) throw new TypeError('fetch failed');
    return answer;
  };
  const tracker = new Tracker({
    endpoint: collector.baseUrl,
    serverKey,
    fetch: losing,
    wait: () => Promise.resolve(),
    now: () => collector.clock.now,
  });
  const sale: ServerEvent = {
    event_type: 'purchase',
    user_id: 'u1',
    properties: { order_id: 'A-1', value: 129.9, currency: 'EUR', items: [{ sku: 'TEAPOT-1', quantity: 1 }] },
    user_data: { email: 'ada@example.com' },
    consent: { ad_user_data: 'granted' },
  };
  const { event_id } = await tracker.track(sale);
  const results = await tracker.trackBatch([{ event_type: 'lead' }, { event_type: '' }]);
  expect(results).toEqual([
    { success: true, event_id: expect.stringMatching(/^evt_/) },
    { success: false, error: 'event_type must not be empty.' },
  ]);
  const stored = await collector.stored(project);
  expect(stored.map(({ event_type }) => event_type).toSorted()).toEqual(['lead', 'purchase']);
  expect(stored.map((event) => event.event_id)).toContain(event_id);
});

it('the tracker of @cvq/node knows the fields of the API, and no others', () => {
  expectTypeOf<keyof ServerEvent>().toEqualTypeOf<keyof TrackedEvent>();
  expectTypeOf<keyof NonNullable<ServerEvent['user_data']>>().toEqualTypeOf<keyof UserData>();
});

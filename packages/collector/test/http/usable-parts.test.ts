import { beforeEach, expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';

/** What is wrong with a part of what a backend sends costs that part. */
const collector = await startTestCollector();

beforeEach(() => {
  collector.clock.now += 60_000;
});

async function send(path: string, json: object) {
  const { status, body } = await collector.client.send({
    method: 'POST',
    path,
    bearer: collector.serverKey,
    json,
  });
  return { status, body: body as { results?: { success: boolean; error?: string }[] } };
}

it('one text that no store could give back costs a batch of a backend one event', async () => {
  const events = ['a', '\ud83d', 'b'].map((title) => ({ event_type: 'purchase', properties: { title } }));
  const { status, body } = await send('/v1/track/batch', { events });
  expect(status).toBe(200);
  expect(body.results?.map(({ success }) => success)).toEqual([true, false, true]);
  expect(body.results?.[1]?.error).toBe('properties.title holds half of a surrogate pair.');
});

it.each(['undefined', 'null', 'NULL', 'none', '0', 'false', 'NaN', '-'])(
  'a click id of %j is what programs write where they have none: nobody has clicked',
  async (gclid) => {
    const { status } = await send('/v1/track', { event_type: 'purchase', context: { gclid } });
    expect(status).toBe(200);
    expect((await collector.stored()).at(-1)).toMatchObject({ click_ids: null, touch: { is_touch: false } });
  },
);

it('a backend may pass on what its proxy has told it of the visitor', async () => {
  const placeOf = async (ip: string) => {
    collector.clock.now += 1000;
    await send('/v1/track', { event_type: 'ping', context: { ip, user_agent: 'Mozilla/5.0' } });
    const { client, visitor_kind } = (await collector.stored()).at(-1) as Record<string, { country: string }>;
    return [client?.country, visitor_kind];
  };
  const known = await placeOf('8.8.8.8');
  expect(known).toEqual(['US', 'hash']);
  for (const same of ['8.8.8.8:51234', ' 8.8.8.8', '8.8.8.8, 10.0.0.1', '[::ffff:8.8.8.8]:443'])
    expect([same, await placeOf(same)]).toEqual([same, known]);
  expect(await placeOf('nonsense')).toEqual([null, null]);
});

import { expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';
import { withoutIds, worldOf } from '../reach/world.ts';

const collector = await startTestCollector();
const { client, serverKey, addKey } = collector;
const world = worldOf(collector);
const { token: bearer } = await addKey({ scopes: ['conversions:read', 'conversions:write'] });

async function convert(event_type: string): Promise<string> {
  const json = { event_type, properties: { value: 5, order_id: event_type } };
  const { body } = await client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json });
  return (body as { event_id: string }).event_id;
}

const types = async (query: string) => {
  const { body } = await client.send({ path: `/v1/conversions?${query}`, bearer });
  return (body as { data: { event_type: string }[] }).data.map(({ event_type }) => event_type).toSorted();
};

const lead = await convert('lead');
await convert('purchase');

it('conversions are listed of one type, also together with a filter', async () => {
  expect(await types('')).toEqual(['lead', 'purchase']);
  expect(await types('event_type=lead')).toEqual(['lead']);
  expect(await types('event_type=lead&filter=event_type:is_not:lead')).toEqual([]);
  expect(await types('event_type=unheard')).toEqual([]);
});

it('an empty type is refused, and the field is named', async () => {
  const answer = await client.send({ path: '/v1/conversions?event_type=', bearer });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({
    error: { code: 'invalid_request', details: { fields: [{ field: 'event_type' }] } },
  });
});

it.each([
  ['GET', ''],
  ['POST', '/retry'],
])('26: %s of a conversion%s of a foreign project is answered as of an unknown one', async (method, path) => {
  const accountId = await world.addAccount();
  const { project } = await collector.addProject({ accountId });
  const scopes = ['conversions:read', 'conversions:write'] as const;
  const { token: stranger } = await addKey({ accountId, scopes });
  const about = async (id: string) =>
    withoutIds(
      await client.send({
        method,
        path: `/v1/conversions/${id}${path}?project=${project}`,
        bearer: stranger,
        ...(method === 'POST' && { json: {} }),
      }),
    );
  const unknown = await about('conv_1795255200000_unknown');
  expect(unknown.status).toBe(404);
  expect(await about(lead.replace('evt_', 'conv_'))).toEqual(unknown);
});

import type { ListConversionsResponse } from '@cvq/contract';
import { expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';
import { addPerson, codeOf, openBrowser, PASSWORD } from './browser.ts';

const collector = await startTestCollector();
const { client, serverKey, project, clock } = collector;
await addPerson(collector, 'ann@example.com', true);
const browser = openBrowser(collector);
await browser.post('/sign-in', { email: 'ann@example.com', password: PASSWORD });

async function purchase(orderId: string): Promise<string> {
  const json = { event_type: 'purchase', properties: { order_id: orderId, value: 5, currency: 'EUR' } };
  const { body } = await client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json });
  return (body as { event_id: string }).event_id.replace('evt_', 'conv_');
}

const remove = (id: string) => browser.post(`/conversions/${id}/remove`, { project });
const orders = async () => {
  const { body } = await browser.get(`/conversions?project=${project}&range=today`);
  return (body as ListConversionsResponse).data.map(({ order_id }) => order_id).toSorted();
};

it('takes a conversion out of every answer, and says so again when asked again', async () => {
  const [first] = [await purchase('R-1'), await purchase('R-2')];
  const removed = await remove(first);
  expect(removed.body).toEqual({ data: { id: first, order_id: 'R-1', removed_before: false } });
  expect(await orders()).toEqual(['R-2']);
  expect(codeOf(await browser.get(`/conversions/${first}?project=${project}`))).toBe('not_found');
  expect((await remove(first)).body).toMatchObject({ data: { removed_before: true } });
});

it('removes nothing without the password of the last ten minutes', async () => {
  const id = await purchase('R-3');
  clock.now += 600_000;
  expect(codeOf(await remove(id))).toBe('step_up_required');
  expect(await orders()).toContain('R-3');
  expect(codeOf(await browser.post('/step-up', { password: PASSWORD }))).toBe(200);
  expect(codeOf(await remove(id))).toBe(200);
  expect(await orders()).not.toContain('R-3');
});

it('knows nothing of ids that name no conversion of the project', async () => {
  await browser.post('/step-up', { password: PASSWORD });
  const other = await collector.addProject();
  const id = await purchase('R-4');
  for (const wrong of ['nonsense', 'conv_1795255200000_none'])
    expect(codeOf(await remove(wrong))).toBe('not_found');
  expect(codeOf(await browser.post(`/conversions/${id}/remove`, { project: other.project }))).toBe(
    'not_found',
  );
  expect(await orders()).toContain('R-4');
});

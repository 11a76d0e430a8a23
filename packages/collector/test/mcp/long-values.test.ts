import { SCOPES } from '@cvq/contract';
import { expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';
import { connectAgent } from './agent.ts';

const collector = await startTestCollector();
const { client: http, serverKey } = collector;
const { token } = await collector.addKey({ scopes: [...SCOPES], projects: 'all' });
const LONG = 'x'.repeat(40_000);
const events = [...Array(3).fill('pro'), ...Array(2).fill(LONG), 'own'].map((plan) => {
  return { event_type: 'plan', user_id: 'u-1', properties: { plan } };
});
for (const json of events) await http.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json });
const { call } = await connectAgent(collector.baseUrl, token);

it('an agent is told the beginning of a value that is too long, and that there are more rows', async () => {
  const asked = { dimension: 'property:plan', range: 'today', sort: '-events' };
  const { answer, isError } = await call('get_breakdown', { ...asked, limit: 1, offset: 1 });
  expect(isError).toBe(false);
  expect(answer).toMatchObject({
    data: { rows: [{ value: expect.stringMatching(/^x{995}\(cut\)$/), events: 2 }] },
    meta: { offset: 1, has_more: true },
  });
  const { answer: all } = await call('get_breakdown', asked);
  const { rows } = all.data as { rows: { value: string }[] };
  expect(rows.map(({ value }) => value.slice(0, 3))).toEqual(['pro', 'xxx', 'own']);
});

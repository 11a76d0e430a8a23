import { expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';

const collector = await startTestCollector();
const { client, project, serverKey } = collector;
const { token } = await collector.addKey({ scopes: ['analytics:read'] });
const sale = { event_type: 'purchase', user_id: 'u-1', properties: { order_id: 'o-1', plan: 'Pro' } };
await client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json: sale });

const QUESTIONS = ['overview?', 'timeseries?granularity=day&', 'breakdown?dimension=event_type&'];

async function warningsOf(question: string, filter = ''): Promise<unknown> {
  const path = `/v1/analytics/${question}range=today&project=${project}${filter}`;
  const { status, body } = await client.send({ path, bearer: token });
  expect(status).toBe(200);
  return (body as { meta: { filter_warnings?: object } }).meta.filter_warnings;
}

it.each(QUESTIONS)('%s says where no event fulfils the filters, and only there', async (question) => {
  expect(await warningsOf(question, '&filter=property:plan:is:pro')).toEqual([
    { code: 'nothing_matches', message: expect.stringContaining('letter by letter') },
  ]);
  expect(await warningsOf(question, '&filter=property:plan:is:Pro')).toBeUndefined();
  expect(await warningsOf(question)).toBeUndefined();
});

it('seen pages have no rows of a visit without a page view, whose events are kept', async () => {
  const question = 'breakdown?dimension=seen_page&';
  expect(await warningsOf(question, '&filter=property:plan:is:Pro')).toBeUndefined();
});

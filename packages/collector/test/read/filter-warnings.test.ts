import { DAY_MS } from '@cvq/contract/constants';
import { expect, it } from 'vitest';
import { START, startTestCollector } from '../collector.ts';

const collector = await startTestCollector();
const { client, project, serverKey } = collector;
const { token } = await collector.addKey({ scopes: ['analytics:read'] });
const sale = { event_type: 'purchase', user_id: 'u-1', properties: { order_id: 'o-1', plan: 'Pro' } };
await client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json: sale });

/** The day before, the buyer came by a campaign, to which the sale is credited. */
const dayBefore = START - DAY_MS;
const visit = {
  id: `evt_${dayBefore}_visit`,
  event_type: 'pageview',
  timestamp: new Date(dayBefore).toISOString(),
  context: { page_url: 'https://shop.example/?utm_source=news&utm_medium=email&utm_campaign=spring' },
};
await client.send({
  method: 'POST',
  path: '/v1/events',
  json: { key: project, visitor_id: 'v-1', session_id: 's-1', user_id: 'u-1', events: [visit] },
});

const QUESTIONS = [
  'overview?',
  'timeseries?granularity=day&',
  'breakdown?dimension=event_type&',
  'breakdown?dimension=seen_page&',
  'breakdown?dimension=did_event&',
];

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

it.each(QUESTIONS)(
  '%s warns of nothing where a sale is credited to a visit of another day',
  async (question) => {
    expect(await warningsOf(question, '&filter=campaign:is:spring')).toBeUndefined();
    expect(await warningsOf(question, '&filter=campaign:is:Spring')).toHaveLength(1);
  },
);

import { describe, expect, it } from 'vitest';
import { startTestCollector, type TestCollector } from '../collector.ts';

const collector: TestCollector = await startTestCollector();
const { client, project, serverKey } = collector;
const reports = await collector.addKey({
  scopes: ['projects:read', 'analytics:read', 'conversions:read', 'conversions:write'],
});

type Told = { error: { code: string; message: string; details?: { fields?: unknown } } };

async function read(path: string, headers: Record<string, string>): Promise<Told['error']> {
  const { body } = await client.send({ path, headers });
  return (body as Told).error;
}

async function track(headers: Record<string, string>, path = '/v1/track'): Promise<string> {
  const { status, body } = await client.send({
    method: 'POST',
    path,
    headers,
    json: { event_type: 'purchase' },
  });
  expect(status).toBe(401);
  return (body as { error: string }).error;
}

const askAs = (authorization: string) => read('/v1/me', { Authorization: authorization });
const cutOff = (key: string) => `Bearer ${key.slice(0, -1)}`;

describe('the read API tells what is wrong with a key', () => {
  it.each<[what: string, authorization: string, says: RegExp]>([
    [
      'one without the word Bearer',
      reports.token,
      /does not have the word Bearer.*send Authorization: Bearer/,
    ],
    ['another scheme', 'Basic YTpi', /does not have the right form.*send Authorization: Bearer/],
    ['the word Bearer alone', 'Bearer', /does not have the right form/],
    ['a server key', `Bearer ${serverKey}`, /^An srv_ key is a server key.*needs a secret key \(sk_\)/],
    ['a tracking key', `Bearer ${project}`, /^A proj_ key is a public tracking key.*secret key \(sk_\)/],
    ['a key that lost its end', cutOff(reports.token), /malformed: it must be sk_ and 40 characters/],
  ])('%s', async (_what, authorization, says) => {
    const { code, message } = await askAs(authorization);
    expect(code).toBe('invalid_token');
    expect(message).toMatch(says);
    expect(message).not.toContain(reports.token.slice(8, 24));
  });

  it('a revoked key is not told apart from one that never was', async () => {
    const { id, token } = await collector.addKey();
    await collector.control.revokeKey(id, collector.clock.now);
    expect((await askAs(`Bearer ${token}`)).message).toBe('The API key is unknown, revoked or expired.');
  });
});

describe('the tracking API tells what is wrong with a key', () => {
  it.each<[what: string, authorization: string, says: RegExp]>([
    ['one without the word Bearer', serverKey, /does not have the word Bearer.*send Authorization: Bearer/],
    ['a secret key', `Bearer ${reports.token}`, /^An sk_ key is a secret key.*needs a server key \(srv_\)/],
    ['a tracking key', `Bearer ${project}`, /^A proj_ key is a public tracking key.*server key \(srv_\)/],
    ['a key that lost its end', cutOff(serverKey), /malformed: it must be srv_ and 40 characters/],
  ])('%s', async (_what, authorization, says) => {
    expect(await track({ Authorization: authorization })).toMatch(says);
  });

  it('an empty key in the query', async () => {
    expect(await track({}, '/v1/track?api_key=')).toMatch(/The API key is empty/);
  });

  it('a secret that was put into a page', async () => {
    const json = { key: serverKey, events: [{ id: 'evt_1795255200000_a', event_type: 'pageview' }] };
    const { status, body } = await client.send({ method: 'POST', path: '/v1/events', json });
    expect(status).toBe(401);
    expect((body as { error: string }).error).toMatch(/^key is a secret.*revoke it.*tracking key \(proj_\)/);
    const pixel = await client.send({ path: `/v1/pixel.gif?key=${serverKey}` });
    expect(JSON.stringify(pixel.body)).toMatch(/key is a secret/);
  });
});

describe('the read API tells what is wrong with a parameter', () => {
  const UNKNOWN =
    'is not a known parameter; known are: bots, compare, compare_end_date, compare_start_date, compare_until, ' +
    'end_date, filter, match, project, range, segment, start_date';
  const bearer = { Authorization: `Bearer ${reports.token}` };
  it.each<[query: string, field: string, message: string | RegExp]>([
    ['overview?range=7d&range=30d', 'range', 'was given more than once; give it once'],
    ['overview?colour=red', 'colour', UNKNOWN],
    ['overview?colour=red&colour=blue', 'colour', UNKNOWN],
    ['breakdown', 'dimension', 'is required'],
    ['breakdown?dimension=page&dimension=source', 'dimension', 'was given more than once; give it once'],
    ['breakdown?dimension=page&limit=many', 'limit', 'must be a whole number from 1 to 1000'],
    ['overview?bots=maybe', 'bots', 'must be one of excluded, included'],
    ['funnel?event_types=pageview,%20pageview', 'event_types', 'names "pageview" twice'],
    ['funnel?event_types=pageview,%20', 'event_types', /1 to 128 characters between its commas/],
    ['funnel?event_types=a,b&window_days=0', 'window_days', 'must be a whole number from 1 to 400'],
  ])('%s', async (query, field, message) => {
    const { code, details } = await read(`/v1/analytics/${query}`, bearer);
    expect(code).toBe('invalid_request');
    expect(details?.fields).toEqual([
      { field, message: typeof message === 'string' ? message : expect.stringMatching(message) },
    ]);
  });

  it('blanks around the event types of a funnel are left out', async () => {
    const events = ['view', 'cart'].map((event_type) => ({ event_type, user_id: 'u-1' }));
    for (const json of events) {
      collector.clock.now += 1000;
      await client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json });
    }
    const { body } = await client.send({
      path: '/v1/analytics/funnel?event_types=view,%20cart%20&range=today',
      headers: bearer,
    });
    const { steps } = (body as { data: { steps: { event_type: string; count: number }[] } }).data;
    expect(steps.map(({ event_type, count }) => [event_type, count])).toEqual([
      ['view', 1],
      ['cart', 1],
    ]);
  });

  it('a retry of a conversion that no ad platform was sent', async () => {
    const json = { event_type: 'purchase', properties: { order_id: 'r-1', value: 5 } };
    const { body } = await client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json });
    const path = `/v1/conversions/${(body as { event_id: string }).event_id}/retry`;
    const retried = await client.send({ method: 'POST', path, headers: bearer, json: {} });
    expect(retried.status).toBe(400);
    expect((retried.body as Told).error.message).toMatch(/sent to no ad platform.*no integration/);
  });
});

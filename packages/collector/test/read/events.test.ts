import type { ListEventsResponse, ListRefusalsResponse, RecordedEvent } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { START, startTestCollector } from '../collector.ts';

const collector = await startTestCollector({ hosts: ['shop.example'] });
const { client, clock, project, serverKey, addKey, addProject } = collector;
const { token: bearer } = await addKey({
  scopes: ['projects:read', 'analytics:read', 'conversions:read'],
});

const list = async (query = '') =>
  (await client.send({ path: `/v1/analytics/events?project=${project}&${query}`, bearer })) as {
    status: number;
    body: ListEventsResponse;
  };
const told = async (query = '') => (await list(query)).body.data;
const refused = async (of = project) => {
  const { body } = await client.send({ path: `/v1/refusals?project=${of}`, bearer });
  return (body as ListRefusalsResponse).data;
};

const browse = (events: Record<string, unknown>[], more: Record<string, unknown> = {}) =>
  client.send({
    method: 'POST',
    path: '/v1/events',
    json: { key: project, visitor_id: 'visitor1', session_id: 'session1', events, ...more },
    headers: (more.headers as Record<string, string>) ?? {},
  });
const track = (json: Record<string, unknown>) =>
  client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json });

let sent = 0;
const withId = (event: Record<string, unknown>) => {
  sent += 1;
  return { id: `evt_${clock.now}_n${sent}`, ...event };
};
const onPage = (url: string) =>
  withId({ event_type: 'pageview', context: { page_url: url, title: 'Teapots' } });

describe('events one by one', () => {
  it('say what became of each: counted, of a foreign host, a bot, and a repeated order', async () => {
    await browse([onPage('https://shop.example/teapots?colour=red')]);
    clock.now += 1000;
    await browse([onPage('https://copy.example/')]);
    clock.now += 1000;
    await client.send({
      method: 'POST',
      path: '/v1/events',
      headers: { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      json: { key: project, visitor_id: 'v2', session_id: 's2', events: [onPage('https://shop.example/')] },
    });
    clock.now += 1000;
    const sale = { event_type: 'purchase', properties: { order_id: 'E-1', value: 5, currency: 'EUR' } };
    await track(sale);
    clock.now += 1000;
    await track(sale);
    const events = await told();
    expect(
      events.map(({ state, excluded_because: why, bot, conversion }) => [
        state,
        why,
        bot?.name,
        conversion?.state,
      ]),
    ).toEqual([
      ['counted', null, undefined, 'repeated'],
      ['counted', null, undefined, 'counted'],
      ['bot', null, 'Googlebot', undefined],
      ['excluded', 'foreign_host', undefined, undefined],
      ['counted', null, undefined, undefined],
    ]);
    expect(events[1]).toMatchObject({
      origin: 'server',
      conversion: { order_id: 'E-1', value: 5, currency: 'EUR' },
      properties: { order_id: 'E-1', value: 5, currency: 'EUR' },
    });
    expect(events.at(-1)).toMatchObject({
      ...{
        origin: 'browser',
        page_url: 'https://shop.example/teapots',
        page_path: '/teapots',
        title: 'Teapots',
      },
      ...{ session_id: 'session1', touch: { source: '(direct)' }, client: { browser: 'Chrome' } },
    });
  });

  it('are narrowed by type, by what became of them, and by filters', async () => {
    const types = (events: readonly RecordedEvent[]) => events.map(({ event_type: type }) => type);
    expect(types(await told('event_type=purchase'))).toEqual(['purchase', 'purchase']);
    expect((await told('state=excluded')).map(({ hostname }) => hostname)).toEqual(['copy.example']);
    expect((await told('state=bot')).map(({ bot }) => bot?.name)).toEqual(['Googlebot']);
    expect((await told('filter=page:is:/teapots')).length).toBe(1);
    expect((await told('start_date=2026-11-01&end_date=2026-11-02')).length).toBe(0);
  });

  it('go on by cursor to the last, each once', async () => {
    const whole = (await told()).map(({ event_id: id }) => id);
    const walked: string[] = [];
    for (let query = 'limit=2'; ; ) {
      const { data, meta } = (await list(query)).body;
      walked.push(...data.map(({ event_id: id }) => id));
      expect(meta.has_more).toBe(meta.next_cursor !== null);
      if (meta.next_cursor === null) break;
      query = `limit=2&cursor=${meta.next_cursor}`;
    }
    expect(walked).toEqual(whole);
  });

  it('tell of hashes of user data only that there are some, and of long properties the first', async () => {
    clock.now += 1000;
    await track({
      event_type: 'lead',
      user_data: { email: 'ada@example.com' },
      properties: { note: 'x'.repeat(5000), plan: 'pro', items: [] },
    });
    const [event] = await told('event_type=lead');
    expect(event).toMatchObject({
      has_user_data: true,
      properties: { note: 'x'.repeat(200), plan: 'pro' },
      properties_complete: false,
    });
    expect(JSON.stringify(event)).not.toMatch(/ada|email/);
  });

  it.each([
    ['cursor=nonsense', 'cursor'],
    ['state=lost', 'state'],
    ['limit=201', 'limit'],
    ['event_type=', 'event_type'],
    ['bots=included', 'bots'],
  ])('refuse %s and name the field', async (query, field) => {
    const { status, body } = await list(query);
    expect([status, body]).toMatchObject([400, { error: { details: { fields: [{ field }] } } }]);
  });

  it('refuse the id of a conversion for a cursor, and name only what they take', async () => {
    const { status, body } = await list('cursor=conv_1795255200000_none');
    const message = 'must be next_cursor of an answer to the same question';
    expect([status, body]).toMatchObject([
      400,
      { error: { details: { fields: [{ field: 'cursor', message }] } } },
    ]);
  });
});

describe('what tracking refused', () => {
  it('is told with the reason and how often, the latest first', async () => {
    clock.now = START + 60_000;
    await browse([withId({ event_type: '' }), onPage('https://shop.example/'), withId({ event_type: '' })]);
    clock.now += 1000;
    await track({ properties: {} });
    await track({ properties: {} });
    expect(await refused()).toMatchObject([
      { api: 'server', cause: 'invalid', message: expect.stringContaining('event_type'), count: 2 },
      {
        ...{ api: 'browser', cause: 'invalid', message: expect.stringContaining('event_type'), count: 2 },
        first_at: new Date(START + 60_000).toISOString(),
      },
    ]);
  });

  it('names whole requests too: no JSON, another content type', async () => {
    const other = await addProject();
    const send = (headers: Record<string, string>, body: string) =>
      client.send({ method: 'POST', path: '/v1/track', bearer: other.serverKey, headers, body });
    await send({ 'Content-Type': 'application/json' }, '{');
    await send({ 'Content-Type': 'text/html' }, '{}');
    const found = await refused(other.project);
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringContaining('Content-Type'),
      expect.stringContaining('JSON'),
    ]);
  });

  it('keeps no personal datum that a field was called by, and at most twenty kinds', async () => {
    const other = await addProject();
    for (let kind = 0; kind < 25; kind += 1)
      await client.send({
        ...{ method: 'POST', path: '/v1/track/batch', bearer: other.serverKey },
        json: { events: Array.from({ length: kind + 1 }, () => 'no event'), 'ada@example.com': 1 },
      });
    const found = await refused(other.project);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThanOrEqual(20);
    expect(JSON.stringify(found)).not.toContain('ada@');
  });

  it('is of its own project alone', async () => {
    const other = await addProject();
    expect(await refused(other.project)).toEqual([]);
  });
});

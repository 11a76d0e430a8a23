import {
  type ApiErrorBody,
  ERROR_CODES,
  type ErrorCode,
  ListProjectsResponse,
  MeResponse,
  OverviewResponse,
  RANGE_PRESETS,
  REFUSED_QUERY_CREDENTIALS,
  SCOPES,
  TimeseriesResponse,
} from '@cvq/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createToken, hashToken } from '../../src/keys/token.ts';
import { type Answer, type Call, connectRaw } from '../client.ts';
import { REQUEST_ID, START, startTestCollector } from '../collector.ts';

const DAY_MS = 86_400_000;

const collector = await startTestCollector();
const { client, control, project } = collector;
const second = await collector.addProject({
  domain: 'other.example',
  timezone: 'Asia/Kolkata',
  currency: 'INR',
});
await control.createAccount(
  { id: 'acc_stranger', kind: 'customer', name: 'Stranger', plan: 'starter' },
  START,
);
const stranger = await collector.addProject({ domain: 'stranger.example', accountId: 'acc_stranger' });

const all = await collector.addKey({ name: 'All projects' });
const one = await collector.addKey({ name: 'One project', projects: [project] });
const kolkata = await collector.addKey({ projects: [second.project] });
const everyScope = await collector.addKey({ name: 'Every scope', scopes: [...SCOPES], projects: [project] });
const noScope = await collector.addKey({ name: 'No scope', scopes: [] });

/** A minute for each test, so that no quota of a minute is met. */
beforeEach(() => {
  collector.clock.now += 60_000;
});

const get = (path: string, bearer: string | undefined = one.token, more: Partial<Call> = {}) =>
  client.send({ path, bearer, ...more });

type Failure = { details?: unknown; message?: RegExp };

/** That a request failed as the specification says that the read API fails. */
function expectError(answer: Answer, code: ErrorCode, { details, message = /./ }: Failure = {}): void {
  expect(answer.status).toBe(ERROR_CODES[code].status);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.headers['x-request-id']).toMatch(REQUEST_ID);
  expect(answer.body).toEqual({
    error: {
      code,
      message: expect.stringMatching(message),
      doc_url: `${collector.baseUrl}/docs/errors#${code}`,
      ...(details !== undefined && { details }),
    },
  });
  if (answer.status === 401) expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="[^"]+"/);
}

const naming = (field: string) => ({
  details: { fields: expect.arrayContaining([{ field, message: expect.any(String) }]) },
});

/** That an answer is what the contract says, and holds nothing that the contract does not say. */
function expectAnswer<Shape>(answer: Answer, schema: z.ZodType<Shape>): Shape {
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.headers['x-request-id']).toMatch(REQUEST_ID);
  expect(answer.headers['cache-control']).toBe(answer.headers.etag ? 'private, no-cache' : 'no-store');
  const parsed = schema.parse(answer.body);
  expect(parsed).toEqual(answer.body);
  return parsed;
}

const PATHS = ['/v1/me', '/v1/projects', '/v1/analytics/overview', '/v1/analytics/timeseries'];
const ANALYTICS = ['/v1/analytics/overview', '/v1/analytics/timeseries'];
const BELOW = ANALYTICS.map((path) => path.replace('/v1', `/v1/projects/${project}`));

describe('GET /v1/me', () => {
  it('says what the key is called, what it may do and what it can reach', async () => {
    expect(expectAnswer(await get('/v1/me'), MeResponse)).toEqual({
      data: {
        name: 'One project',
        scopes: expect.toSatisfy(
          (scopes: string[]) => scopes.toSorted().join() === 'analytics:read,projects:read',
        ),
        projects: [{ id: project, name: 'shop.example', domain: 'shop.example', role: null }],
      },
    });
  });

  it('needs no scope', async () => {
    const { data } = expectAnswer(await get('/v1/me', noScope.token), MeResponse);
    expect(data.scopes).toEqual([]);
  });

  it('leaves out the projects of other accounts', async () => {
    const { data } = expectAnswer(await get('/v1/me', all.token), MeResponse);
    expect(data.projects.map(({ id }) => id)).toEqual([project, second.project]);
  });
});

describe('GET /v1/projects', () => {
  it('lists every project within reach with tracking health, currency and time zone', async () => {
    const { data, meta } = expectAnswer(await get('/v1/projects', all.token), ListProjectsResponse);
    expect(meta).toEqual({ total_rows: 2 });
    expect(data).toMatchObject([
      { id: project, domain: 'shop.example', currency: 'EUR', timezone: 'UTC' },
      { id: second.project, domain: 'other.example', currency: 'INR', timezone: 'Asia/Kolkata' },
    ]);
  });

  it.each([
    ['no_data', [], null, 0],
    ['healthy', [-DAY_MS + 1, -3 * DAY_MS], -DAY_MS + 1, 1],
    ['degraded', [-DAY_MS - 60_000, -3 * DAY_MS], -DAY_MS - 60_000, 0],
  ] as const)('tells a project that is %s', async (status, ages, last, recent) => {
    const { project: id, serverKey } = await collector.addProject();
    const { token } = await collector.addKey({ projects: [id] });
    const { now } = collector.clock;
    for (const age of ages) {
      const json = { event_type: 'ping', timestamp: new Date(now + age).toISOString() };
      await client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json });
    }
    const { data } = expectAnswer(await get('/v1/projects', token), ListProjectsResponse);
    expect(data[0]?.tracking_health).toEqual({
      status,
      last_event_at: last === null ? null : new Date(now + last).toISOString(),
      events_last_24h: recent,
      checked_at: new Date(now).toISOString(),
    });
  });
});

describe('GET /v1/analytics/overview', () => {
  it('says how it understood the question', async () => {
    const { meta } = expectAnswer(await get('/v1/analytics/overview'), OverviewResponse);
    expect(meta).toEqual({
      project,
      start_date: '2026-10-23',
      end_date: '2026-11-21',
      range: '30d',
      timezone: 'UTC',
      currency: 'EUR',
      bots: 'excluded',
      generated_at: new Date(collector.clock.now).toISOString(),
      range_warnings: [{ code: 'not_over', message: expect.any(String) }, expect.anything()],
    });
    const path = '/v1/analytics/overview?start_date=2026-01-31&end_date=2026-02-01&bots=included';
    expect(expectAnswer(await get(path), OverviewResponse).meta).toMatchObject({
      start_date: '2026-01-31',
      end_date: '2026-02-01',
      range: null,
      bots: 'included',
    });
  });

  it('has 0 for what was measured as nothing, and null for what is divided by it', async () => {
    const { token } = await collector.addKey({ projects: [(await collector.addProject()).project] });
    const { data } = expectAnswer(await get('/v1/analytics/overview', token), OverviewResponse);
    expect(data).toEqual({
      visitors: 0,
      sessions: 0,
      pageviews: 0,
      events: 0,
      conversions: 0,
      converted_sessions: 0,
      conversion_rate: null,
      revenue: 0,
      average_order_value: null,
      bounce_rate: null,
      average_session_duration_seconds: null,
      pages_per_session: null,
      spend_omitted_reason: expect.stringContaining('spend:read'),
      comparison: null,
    });
  });

  it('never adds up currencies: what revenue leaves out is named', async () => {
    const shop = await collector.addProject({ currency: 'EUR' });
    const { token } = await collector.addKey({ projects: [shop.project] });
    const amounts = [
      [10.1, 'EUR'],
      [20.2, 'EUR'],
      [1500, 'JPY'],
      [30, 'usd'],
      [0.5, 'USD'],
    ] as const;
    const events = amounts.map(([value, currency]) => ({
      event_type: 'purchase',
      properties: { value, currency },
    }));
    await client.send({ method: 'POST', path: '/v1/track/batch', bearer: shop.serverKey, json: { events } });
    const { data, meta } = expectAnswer(await get('/v1/analytics/overview', token), OverviewResponse);
    expect(data).toMatchObject({ conversions: 5, revenue: 30.3, average_order_value: 15.15 });
    expect(meta.currency_warnings).toEqual([
      { currency: 'JPY', conversions: 1, value: 1500 },
      { currency: 'USD', conversions: 2, value: 30.5 },
    ]);
  });
});

describe('GET /v1/analytics/timeseries', () => {
  it('is dense and ascending, and leaves out what lies in the future', async () => {
    const { data, meta } = expectAnswer(
      await get('/v1/analytics/timeseries?range=today'),
      TimeseriesResponse,
    );
    expect(data.granularity).toBe('hour');
    const past = new Date(collector.clock.now).getUTCHours();
    expect(data.points.map(({ label }) => label)).toEqual(
      Array.from({ length: past + 1 }, (_, hour) => `2026-11-21 ${String(hour).padStart(2, '0')}:00`),
    );
    expect(data.points.map(({ partial }) => partial)).toEqual([...Array(past).fill(undefined), true]);
    expect(meta).toMatchObject({ range: 'today', start_date: '2026-11-21', end_date: '2026-11-21' });
  });

  it.each([
    ['range=today', 'hour'],
    ['range=yesterday', 'hour'],
    ['range=24h', 'hour'],
    ['start_date=2026-11-01&end_date=2026-11-02', 'hour'],
    ['start_date=2026-11-01&end_date=2026-11-03', 'day'],
    ['range=30d', 'day'],
    ['start_date=2026-08-01&end_date=2026-10-31', 'day'],
    ['start_date=2026-08-01&end_date=2026-11-01', 'week'],
    ['range=12mo', 'week'],
  ])('divides %s by %s when nothing else is asked', async (query, granularity) => {
    const { data } = expectAnswer(await get(`/v1/analytics/timeseries?${query}`), TimeseriesResponse);
    expect(data.granularity).toBe(granularity);
  });

  it.each(['hour', 'day', 'week', 'month'])(
    'adds up to the overview, except for visitors, by %s',
    async (granularity) => {
      const shop = await collector.addProject();
      const { token } = await collector.addKey({ projects: [shop.project] });
      const { now } = collector.clock;
      for (let visit = 0; visit < 40; visit += 1) {
        const start = now - visit * 4 * 3_600_000 - 61_000 * visit;
        const at = (offset: number) => ({
          id: `evt_${start + offset}_visit${visit}`,
          timestamp: new Date(start + offset).toISOString(),
        });
        const json = {
          key: shop.project,
          visitor_id: `visitor-${visit % 7}`,
          session_id: `session-${visit}`,
          events: [
            { ...at(-5_400_000), event_type: 'pageview' },
            { ...at(-3_600_000), event_type: 'pageview' },
            ...(visit % 5 === 0
              ? [{ ...at(-60_000), event_type: 'purchase', properties: { value: 10.1 } }]
              : []),
          ],
        };
        expect((await client.send({ method: 'POST', path: '/v1/events', json })).status).toBe(202);
      }
      const range = 'start_date=2026-11-15&end_date=2026-11-21';
      const overview = expectAnswer(
        await get(`/v1/analytics/overview?${range}`, token),
        OverviewResponse,
      ).data;
      const path = `/v1/analytics/timeseries?${range}&granularity=${granularity}`;
      const { points } = expectAnswer(await get(path, token), TimeseriesResponse).data;
      const sum = (
        name: 'sessions' | 'pageviews' | 'events' | 'conversions' | 'converted_sessions' | 'revenue',
      ) => Number(points.reduce((total, point) => total + point[name], 0).toFixed(2));
      expect(overview.pageviews).toBeGreaterThan(50);
      for (const name of [
        'sessions',
        'pageviews',
        'events',
        'conversions',
        'converted_sessions',
        'revenue',
      ] as const) {
        expect([name, sum(name)]).toEqual([name, overview[name]]);
      }
      expect(overview.visitors).toBe(7);
      for (const [index, { start, end }] of points.entries()) {
        expect(Date.parse(start)).toBeLessThan(Date.parse(end));
        if (index > 0) expect(start).toBe(points[index - 1]?.end);
      }
    },
  );
});

describe('spend', () => {
  const FIELDS = ['ad_spend', 'ad_impressions', 'ad_clicks', 'cost_per_click', 'cost_per_conversion', 'roas'];

  it('is absent without the scope, and the answer says why', async () => {
    const overview = expectAnswer(await get('/v1/analytics/overview', one.token), OverviewResponse).data;
    const series = expectAnswer(await get('/v1/analytics/timeseries', one.token), TimeseriesResponse).data;
    for (const field of FIELDS) {
      expect(overview).not.toHaveProperty(field);
      for (const point of series.points) expect(point).not.toHaveProperty(field);
    }
    for (const data of [overview, series]) {
      expect(data.spend_omitted_reason).toMatch(/spend:read/);
      expect(data).not.toHaveProperty('spend_unavailable_reason');
    }
  });

  it('is null with the scope while there is no integration, and the answer says why', async () => {
    const overview = expectAnswer(
      await get('/v1/analytics/overview', everyScope.token),
      OverviewResponse,
    ).data;
    const series = expectAnswer(
      await get('/v1/analytics/timeseries', everyScope.token),
      TimeseriesResponse,
    ).data;
    for (const field of FIELDS) {
      expect(overview).toHaveProperty(field, null);
      for (const point of series.points) expect(point).toHaveProperty(field, null);
    }
    for (const data of [overview, series]) {
      expect(data.spend_unavailable_reason).toMatch(/integration/);
      expect(data).not.toHaveProperty('spend_omitted_reason');
    }
  });
});

describe('a credential in the query', () => {
  const spellings = REFUSED_QUERY_CREDENTIALS.flatMap((name) => [
    name,
    `${name}[]`,
    `${name}[0]`,
    encodeURIComponent(`${name}[]`),
    `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
  ]);

  it.each(spellings)('named %s is refused before anybody looks at who asks', async (name) => {
    for (const path of [...PATHS, ...BELOW, '/v1/elsewhere']) {
      for (const bearer of [one.token, undefined, 'wrong']) {
        const answer = await client.send({ path: `${path}?range=7d&${name}=${one.token}`, bearer });
        expectError(answer, 'invalid_request', naming(decodeURIComponent(name)));
        expect(JSON.stringify(answer.body)).not.toContain(one.token);
        expect(answer.headers['www-authenticate']).toBeUndefined();
      }
    }
  });

  it('is refused when it is empty, comes twice, or by another method', async () => {
    expectError(await get('/v1/me?token'), 'invalid_request', naming('token'));
    expectError(await get('/v1/me?key=a&key=b'), 'invalid_request', naming('key'));
    expectError(
      await get('/v1/me?apiKey=a', undefined, { method: 'POST' }),
      'invalid_request',
      naming('apiKey'),
    );
  });
});

describe('authentication', () => {
  it.each(PATHS)('without a credential %s answers unauthenticated and asks for one', async (path) => {
    const answer = await client.send({ path });
    expectError(answer, 'unauthenticated');
    expect(answer.headers['www-authenticate']).not.toMatch(/error=/);
  });

  const flipped = one.token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  const unknown = `sk_${'a'.repeat(40)}`;

  it.each<[name: string, authorization: string | (() => Promise<string>)]>([
    ['empty', 'Bearer '],
    ['by another scheme', `Basic ${Buffer.from(one.token).toString('base64')}`],
    ['without a scheme', one.token],
    ['of no known form', 'Bearer nonsense'],
    ['unknown', `Bearer ${unknown}`],
    ['mistyped', `Bearer ${flipped}`],
    ['cut off', `Bearer ${one.token.slice(0, -1)}`],
    ['too long', `Bearer ${one.token}a`],
    ['a server key', `Bearer ${collector.serverKey}`],
    ['the id of a key', `Bearer ${one.id}`],
    [
      'revoked',
      async () => {
        const { id, token } = await collector.addKey();
        await control.revokeKey(id, START);
        return `Bearer ${token}`;
      },
    ],
    [
      'expired',
      async () => {
        const createdAt = collector.clock.now - 90 * DAY_MS;
        return `Bearer ${(await collector.addKey({ expiry: '90', createdAt })).token}`;
      },
    ],
  ])('a credential that is %s answers invalid_token', async (_name, credential) => {
    const Authorization = typeof credential === 'string' ? credential : await credential();
    for (const path of [...PATHS, '/v1/elsewhere']) {
      const answer = await client.send({ path, headers: { Authorization } });
      expectError(answer, 'invalid_token');
      expect(answer.headers['www-authenticate']).toMatch(/error="invalid_token"/);
      const [, token] = Authorization.split(' ');
      if (token) expect(JSON.stringify([answer.body, answer.headers])).not.toContain(token);
    }
  });

  it('a tracking key answers invalid_token and says what it is', async () => {
    expectError(await get('/v1/me', project), 'invalid_token', { message: /proj_.*public tracking key/ });
  });

  it('a key works until the millisecond in which it expires', async () => {
    const { token } = await collector.addKey({ expiry: '30', createdAt: collector.clock.now });
    collector.clock.now += 30 * DAY_MS - 1;
    expect((await get('/v1/me', token)).status).toBe(200);
    collector.clock.now += 1;
    expectError(await get('/v1/me', token), 'invalid_token');
    collector.clock.now -= 30 * DAY_MS;
  });

  it('a key is refused by the very next request after another process revoked it', async () => {
    const { id, token } = await collector.addKey();
    for (let round = 0; round < 3; round += 1) expect((await get('/v1/me', token)).status).toBe(200);
    await control.revokeKey(id, START);
    expectError(await get('/v1/me', token), 'invalid_token');
  });

  it.each(['bearer', 'BEARER'])('the scheme may be written %s', async (scheme) => {
    const headers = { Authorization: `${scheme} ${one.token}` };
    expect((await client.send({ path: '/v1/me', headers })).status).toBe(200);
  });
});

it.each(['Authorization', 'Host'])('a request with %s twice is invalid', async (name) => {
  const value = name === 'Host' ? 'collector' : `Bearer ${one.token}`;
  const usual = { Host: 'collector', Authorization: `Bearer ${one.token}` };
  const lines = Object.entries(usual).map(([header, text]) => `${header}: ${text}\r\n`);
  const connection = await connectRaw(collector.port);
  connection.write(`GET /v1/me HTTP/1.1\r\n${lines.join('')}${name}: ${value}\r\n\r\n`);
  expectError(await connection.response(), 'invalid_request', { message: new RegExp(name, 'i') });
  connection.destroy();
});

describe('scopes', () => {
  it('that read bring the projects along, also of a key from before, and those that write do not', async () => {
    for (const name of SCOPES) {
      const { token } = await collector.addKey({ scopes: [name] });
      expect((await get('/v1/projects', token)).status, name).toBe(name.endsWith(':read') ? 200 : 403);
      const stored = await collector.control.findKey(hashToken(token));
      if (stored === null) throw new Error('The key is not there');
      const before = createToken('sk');
      const record = { ...stored, id: `key_${name}`, scopes: [name], tokenHash: hashToken(before) };
      await collector.control.createKey(record);
      const { status } = await get('/v1/projects', before);
      expect(status, `${name} from before`).toBe(name.endsWith(':read') ? 200 : 403);
    }
  });

  it.each([
    ['/v1/projects', 'projects:read'],
    ['/v1/analytics/overview', 'analytics:read'],
    ['/v1/analytics/timeseries', 'analytics:read'],
    [BELOW[0] as string, 'analytics:read'],
  ])('%s without %s answers insufficient_scope and names it twice', async (path, scope) => {
    // Whatever else reads brings `projects:read` along.
    const others = SCOPES.filter(
      (name) => name !== scope && !(scope === SCOPES[0] && name.endsWith(':read')),
    );
    for (const scopes of [[], others]) {
      const { token } = await collector.addKey({ scopes });
      const answer = await get(path, token);
      expectError(answer, 'insufficient_scope', { details: { required_scopes: [scope] } });
      expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope"');
      expect(answer.headers['www-authenticate']).toContain(`scope="${scope}"`);
    }
  });

  it('are asked for before the project, so that a refusal tells nothing of what exists', async () => {
    const nested = `/v1/projects/${stranger.project}/analytics/overview`;
    expectError(await get(nested, noScope.token), 'insufficient_scope', { details: expect.anything() });
  });
});

describe('the project', () => {
  it.each(ANALYTICS)('may be left out of %s only when the key can see exactly one', async (path) => {
    expect((await get(path, one.token)).status).toBe(200);
    const details = {
      available_projects: [
        { id: project, name: 'shop.example', domain: 'shop.example' },
        { id: second.project, name: 'other.example', domain: 'other.example' },
      ].map((shown) => expect.objectContaining(shown)),
    };
    const { token } = await collector.addKey({ projects: [project, second.project] });
    expectError(await get(path, token), 'invalid_request', { details });
  });

  it.each(ANALYTICS)('is named for %s in the query or in the path', async (path) => {
    const inQuery = await get(`${path}?project=${second.project}`, all.token);
    const inPath = await get(path.replace('/v1', `/v1/projects/${second.project}`), all.token);
    const inBoth = await get(
      `${path.replace('/v1', `/v1/projects/${second.project}`)}?project=${second.project}`,
      all.token,
    );
    expect(inQuery.body).toMatchObject({ meta: { project: second.project, timezone: 'Asia/Kolkata' } });
    expect(inPath.body).toEqual(inQuery.body);
    expect(inBoth.body).toEqual(inQuery.body);
  });

  it('that differs between path and query is refused', async () => {
    const path = `/v1/projects/${project}/analytics/overview?project=${second.project}`;
    expectError(await get(path, all.token), 'invalid_request', naming('project'));
  });

  it.each(ANALYTICS)(
    'answers not_found for %s in the same words whether it does not exist or is out of reach',
    async (path) => {
      const answers = [
        await get(`${path}?project=${stranger.project}`, all.token),
        await get(`${path}?project=proj_nonsense`, all.token),
        await get(`${path}?project=${second.project}`, one.token),
        await get(path.replace('/v1', `/v1/projects/${stranger.project}`), all.token),
        await get(path.replace('/v1', '/v1/projects/proj_nonsense'), all.token),
        await get(path.replace('/v1', '/v1/projects/..%2F..'), all.token),
      ];
      for (const answer of answers) {
        expectError(answer, 'not_found');
        expect(answer.body).toEqual(answers[0]?.body);
      }
    },
  );

  it('is looked for before the range is judged', async () => {
    expectError(
      await get(`/v1/analytics/overview?project=${stranger.project}&range=nonsense`, all.token),
      'not_found',
    );
  });
});

describe('method and path', () => {
  it.each([
    '/v1/elsewhere',
    '/v1/me/elsewhere',
    '/v1/analytics',
    '/v1/analytics/elsewhere',
    '/v1/ME',
    '/v1//me',
  ])('%s is not found, once the caller is known', async (path) => {
    expectError(await get(path), 'not_found');
    expect((await client.send({ path })).status).toBe(401);
  });

  it.each(['/elsewhere', '/V1/me', '/v2/me', '/docs', '/v1'])('%s is not found by anybody', async (path) => {
    expectError(await client.send({ path }), 'not_found');
  });

  it.each(
    [...PATHS, ...BELOW].flatMap((path) =>
      ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => [method, path] as const),
    ),
  )('%s %s is an invalid request and tells what is supported', async (method, path) => {
    const answer = await get(path, one.token, { method });
    expectError(answer, 'invalid_request', { message: new RegExp(`${method}\\b.*\\bGET\\b`) });
    expect(answer.headers.allow).toMatch(/^GET\b/);
  });

  it.each(PATHS)('HEAD %s answers as GET without the body', async (path) => {
    const answer = await get(path, one.token, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.bytes).toHaveLength(0);
    expect(answer.headers['x-request-id']).toMatch(REQUEST_ID);
  });

  it.each(['/v1/projects/%E0%A4%A/analytics/overview', '/v1/%zz', '/v1/me/%ff'])(
    '%s is no valid percent-encoding',
    async (path) => {
      expectError(await get(path), 'invalid_request', { message: /percent-encoded/ });
    },
  );

  it.each(['filter=page:is:%FF', 'range=7d&filter=page:is:%zz', 'filter=a%ED%A0%80'])(
    'nor is the query %s, by the name of its field',
    async (query) => {
      const fields = [{ field: 'filter', message: 'must be percent-encoded UTF-8, such as %C3%BC for ü' }];
      expectError(await get(`/v1/analytics/overview?${query}`), 'invalid_request', {
        ...{ message: /percent-encoded/, details: { fields } },
      });
    },
  );
});

describe('parameters', () => {
  it.each([
    ['/v1/me', 'project=x', 'project'],
    ['/v1/me', 'debug', 'debug'],
    ['/v1/projects', 'dimension=page', 'dimension'],
    ['/v1/analytics/overview', 'granularity=day', 'granularity'],
    ['/v1/analytics/overview', 'Range=7d', 'Range'],
    ['/v1/analytics/overview', 'startDate=2026-01-01', 'startDate'],
    ['/v1/analytics/timeseries', 'interval=day', 'interval'],
    ['/v1/analytics/overview', '__proto__=1', '__proto__'],
    ['/v1/analytics/overview', 'constructor=1', 'constructor'],
    ['/v1/analytics/overview', 'range[]=7d', 'range[]'],
  ])('%s?%s names the unknown parameter', async (path, query, field) => {
    expectError(await get(`${path}?${query}`), 'invalid_request', naming(field));
  });

  it.each(['project', 'range', 'start_date', 'end_date', 'bots', 'granularity'])(
    '%s must not come twice',
    async (name) => {
      const path = `/v1/analytics/timeseries?${name}=a&${name}=a`;
      expectError(await get(path), 'invalid_request', naming(name));
    },
  );

  it.each([
    ['bots', 'maybe'],
    ['bots', ''],
    ['granularity', 'minute'],
    ['granularity', ''],
    ['granularity', 'HOUR'],
  ])('%s=%s is named', async (name, value) => {
    expectError(await get(`/v1/analytics/timeseries?${name}=${value}`), 'invalid_request', naming(name));
  });

  it('that are wrong are all named at once', async () => {
    expectError(
      await get('/v1/analytics/timeseries?bots=maybe&granularity=minute&colour=red'),
      'invalid_request',
      {
        details: {
          fields: expect.toSatisfy(
            (fields: { field: string }[]) =>
              fields
                .map(({ field }) => field)
                .toSorted()
                .join() === 'bots,colour,granularity',
          ),
        },
      },
    );
  });
});

describe('the range', () => {
  it.each(RANGE_PRESETS)('may be %s', async (preset) => {
    for (const path of ANALYTICS) {
      expect((await get(`${path}?range=${preset}`)).body).toMatchObject({ meta: { range: preset } });
    }
  });

  it.each<[name: string, query: string, says?: RegExp]>([
    ['only start_date', 'start_date=2026-11-01', /start_date and end_date/],
    ['only end_date', 'end_date=2026-11-01', /start_date and end_date/],
    ['range and one date', 'range=7d&start_date=2026-11-01'],
    ['range and both dates', 'range=7d&start_date=2026-11-01&end_date=2026-11-02'],
    ['a date in another order', 'start_date=01-11-2026&end_date=2026-11-02', /start_date/],
    ['a date without zeros', 'start_date=2026-11-01&end_date=2026-11-2', /end_date/],
    ['a date with a time', 'start_date=2026-11-01T00:00:00Z&end_date=2026-11-02', /start_date/],
    ['a date that is not in the calendar', 'start_date=2026-02-29&end_date=2026-03-01', /start_date/],
    ['a month 13', 'start_date=2026-01-01&end_date=2026-13-01', /end_date/],
    ['an empty date', 'start_date=&end_date=2026-11-02', /start_date/],
    ['words', 'start_date=yesterday&end_date=today', /start_date/],
    ['start_date after end_date', 'start_date=2026-11-02&end_date=2026-11-01'],
    ['an unknown preset', 'range=fortnight', /range/],
    ['a preset in capitals', 'range=TODAY', /range/],
    ['an empty preset', 'range=', /range/],
    ['a name that every object has', 'range=constructor', /range/],
    ['401 days', 'start_date=2025-10-17&end_date=2026-11-21', /401.*400/],
    ['thousands of years', 'start_date=0001-01-01&end_date=9999-12-31', /400/],
  ])('must not be %s', async (_name, query, message = /./) => {
    for (const path of ANALYTICS) expectError(await get(`${path}?${query}`), 'invalid_range', { message });
  });

  it.each([
    ['400 days', 'start_date=2025-10-18&end_date=2026-11-21'],
    ['one day', 'start_date=2026-11-21&end_date=2026-11-21'],
    ['a leap day', 'start_date=2024-02-29&end_date=2024-02-29'],
    ['days to come', 'start_date=2026-11-20&end_date=2027-01-01'],
    ['only days to come', 'start_date=2027-01-01&end_date=2027-01-02'],
    ['the first days that can be written', 'start_date=0001-01-01&end_date=0001-01-02'],
    ['the last days that can be written', 'start_date=9999-12-30&end_date=9999-12-31'],
  ])('may be %s', async (_name, query) => {
    for (const path of ANALYTICS) expect((await get(`${path}?${query}`)).status).toBe(200);
  });

  it('in a zone of half hours is 90 days at most', async () => {
    const path = (start: string) => `/v1/analytics/overview?start_date=${start}&end_date=2026-11-21`;
    expect((await get(path('2026-08-24'), kolkata.token)).body).toMatchObject({
      meta: { timezone: 'Asia/Kolkata' },
    });
    expectError(await get(path('2026-08-23'), kolkata.token), 'invalid_range', {
      message: /91.*90.*Asia\/Kolkata/,
    });
    expect((await get('/v1/analytics/overview?range=90d', kolkata.token)).status).toBe(200);
    expectError(await get('/v1/analytics/overview?range=12mo', kolkata.token), 'invalid_range');
  });

  it.each([
    ['granularity=hour&start_date=2026-11-01&end_date=2026-11-07', 200],
    ['granularity=hour&start_date=2026-11-01&end_date=2026-11-08', 400],
    ['granularity=hour&range=7d', 200],
    ['granularity=hour&range=14d', 400],
    ['granularity=hour', 400],
    ['granularity=hour&range=24h', 200],
    ['granularity=day&range=24h', 400],
    ['granularity=month&range=12mo', 200],
    ['granularity=day&start_date=2025-10-18&end_date=2026-11-21', 200],
  ])('with %s answers %i', async (query, status) => {
    const answer = await get(`/v1/analytics/timeseries?${query}`);
    if (status === 200) expectAnswer(answer, TimeseriesResponse);
    else expectError(answer, 'invalid_range', { message: /granularity/ });
  });
});

describe('a link to the reference', () => {
  it('leads to the code that it names', async () => {
    const { error } = (await client.send({ path: '/v1/me' })).body as ApiErrorBody;
    const address = new URL(error.doc_url);
    const page = await client.send({ path: address.pathname });
    expect(page.status).toBe(200);
    for (const code of Object.keys(ERROR_CODES)) expect(page.body).toContain(`id="${code}"`);
    expect(page.body).toContain(`id="${address.hash.slice(1)}"`);
  });
});

it.each([
  'GET /',
  'GET /healthz',
  'GET /readyz',
  'GET /sdk.js',
  'GET /docs/errors',
  'GET /docs/sdk',
  'GET /sdk.warnings.json',
  'GET /elsewhere',
  'GET /demo/',
  'GET /v1/me',
  'GET /v1/elsewhere',
  'POST /v1/track',
  'POST /v1/events',
  'OPTIONS /v1/events',
  'GET /v1/pixel.gif',
  'OPTIONS *',
])('%s has an X-Request-Id of its own on every response', async (line) => {
  const [method = '', path = ''] = line.split(' ');
  const ids = [await client.send({ method, path }), await client.send({ method, path })].map(
    ({ headers }) => headers['x-request-id'],
  );
  for (const id of ids) expect(id).toMatch(REQUEST_ID);
  expect(ids[0]).not.toBe(ids[1]);
});

it('an X-Request-Id of the caller is not taken over', async () => {
  const answer = await get('/v1/me', one.token, { headers: { 'X-Request-Id': 'req_mine' } });
  expect(answer.headers['x-request-id']).toMatch(REQUEST_ID);
});

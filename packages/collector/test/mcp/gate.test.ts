import { DAY_MS, PLANS, SCOPES } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { createAccount } from '../../src/accounts/accounts.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { REQUEST_ID, startTestCollector } from '../collector.ts';
import { connectAgent } from './agent.ts';

const collector = await startTestCollector({
  settings: { CVQ_MCP_ORIGINS: 'https://agents.example,http://localhost:6274' },
});
const { client: http, clock, control, project } = collector;
const { token } = await collector.addKey({ scopes: ['analytics:read'], projects: 'all' });

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const ACCEPT = { Accept: 'application/json, text/event-stream' };

type Post = {
  json?: unknown;
  body?: string;
  bearer?: string;
  query?: string;
  headers?: Record<string, string>;
};

function post({ json = LIST, bearer = token, query = '', headers = {}, body }: Post = {}) {
  const sent = body === undefined ? { json } : { body };
  return http.send({
    method: 'POST',
    path: `/mcp${query}`,
    ...(bearer !== '' && { bearer }),
    ...sent,
    headers: { ...ACCEPT, 'Content-Type': 'application/json', ...headers },
  });
}

const call = (name: string, args = {}) => ({
  ...{ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: args } },
});

describe('a request of an agent', () => {
  it.each([
    ...['token=x', 'api_key=x', 'apiKey=x', 'access_token=x', 'key=x'],
    ...['key=', 'key', 'key=x&key=y', 'key[]=x', 'key%5B%5D=x', '%6bey=x', 'a=b&access_token=x'],
  ])('is refused with ?%s in its address, before anybody looks who asks', async (query) => {
    for (const bearer of [token, '']) {
      const { status, body } = await post({ bearer, query: `?${query}` });
      expect([status, body]).toMatchObject([400, { error: { code: 'invalid_request' } }]);
    }
  });

  it.each([
    ['', 'unauthenticated'],
    ['sk_0000000000000000000000000000000000000000', 'invalid_token'],
  ])('is refused over HTTP with the credential "%s"', async (bearer, code) => {
    const { status, body, headers } = await post({ bearer });
    expect([status, body]).toMatchObject([401, { error: { code } }]);
    expect(headers['www-authenticate']).toMatch(/^Bearer realm="cvq"/);
    expect(headers['www-authenticate']).toContain(
      `resource_metadata="http://127.0.0.1:${collector.port}/.well-known/oauth-protected-resource/mcp"`,
    );
    expect(headers['x-request-id']).toMatch(REQUEST_ID);
  });

  it('is refused with the public key of a project', async () => {
    const { status, body } = await post({ bearer: project });
    expect([status, body]).toMatchObject([401, { error: { code: 'invalid_token' } }]);
  });

  it('is refused from the next on when its key is revoked, and from the millisecond of its expiry', async () => {
    const revoked = await collector.addKey();
    expect((await post({ bearer: revoked.token })).status).toBe(200);
    await control.revokeKey(revoked.id, clock.now);
    expect((await post({ bearer: revoked.token })).body).toMatchObject({ error: { code: 'invalid_token' } });
    const { token: expiring } = await collector.addKey({
      expiry: '30',
      createdAt: clock.now - 30 * DAY_MS + 1,
    });
    expect((await post({ bearer: expiring })).status).toBe(200);
    clock.now += 1;
    expect((await post({ bearer: expiring })).body).toMatchObject({ error: { code: 'invalid_token' } });
  });

  it('is refused with an agency-wide key of a plan that has none, without a challenge', async () => {
    const { id: accountId } = await createAccount(
      asOperator(control, () => clock.now),
      { kind: 'agency', name: 'Agency', plan: 'agency' },
    );
    const { token: wide } = await collector.addKey({ accountId, agencyWide: true });
    expect((await post({ bearer: wide })).status).toBe(200);
    await control.changeAccount(accountId, { plan: 'growth' });
    const { status, body, headers } = await post({ bearer: wide });
    expect([status, body]).toMatchObject([403, { error: { code: 'plan_required' } }]);
    expect(headers['www-authenticate']).toBeUndefined();
  });

  it('is refused over HTTP where its key lacks a scope, with all that are needed', async () => {
    const { status, body, headers } = await post({ json: call('retry_delivery', { id: 'conv_1' }) });
    expect([status, body]).toMatchObject([
      403,
      { error: { code: 'insufficient_scope', details: { required_scopes: ['conversions:write'] } } },
    ]);
    expect(headers['www-authenticate']).toContain('scope="conversions:write"');
  });

  it.each(['analytics://projects/', 'Analytics://projects/', 'ANALYTICS://projects/'])(
    'is refused over HTTP where its key lacks the scope of a resource, however its scheme is written: %s',
    async (start) => {
      const { token: writing } = await collector.addKey({ scopes: ['conversions:write'], projects: 'all' });
      const json = {
        ...{ jsonrpc: '2.0', id: 7, method: 'resources/read' },
        params: { uri: `${start}${project}` },
      };
      const { status, body } = await post({ bearer: writing, json });
      expect([status, body]).toMatchObject([
        403,
        { error: { code: 'insufficient_scope', details: { required_scopes: ['projects:read'] } } },
      ]);
    },
  );

  it('reads a resource by any spelling of its scheme', async () => {
    const params = { uri: `Analytics://projects/${project}` };
    const { token: own } = await collector.addKey({ scopes: ['projects:read'], projects: 'all' });
    const json = { jsonrpc: '2.0', id: 7, method: 'resources/read', params };
    const { status, body } = await post({ bearer: own, json });
    expect([status, JSON.stringify(body)]).toEqual([
      200,
      expect.stringContaining(`analytics://projects/${project}`),
    ]);
  });

  it.each(['GET', 'DELETE', 'PUT'])('is refused as %s, once it is known who asks', async (method) => {
    const unknown = await http.send({ method, path: '/mcp' });
    expect(unknown.status).toBe(401);
    const { status, headers } = await http.send({ method, path: '/mcp', bearer: token, headers: ACCEPT });
    expect([status, headers.allow, headers['mcp-session-id']]).toEqual([405, 'POST', undefined]);
  });

  it.each([
    ['{"jsonrpc":', -32700],
    ['', -32700],
    [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, -32700],
    ['[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]', -32600],
    ['7', -32600],
  ])('is refused in the words of JSON-RPC with the body %.40s', async (body, code) => {
    const answer = await post({ body });
    expect([answer.status, answer.body]).toMatchObject([400, { jsonrpc: '2.0', error: { code } }]);
  });

  it.each([
    ['tools/call', { name: 'constructor' }, 'params.name is not known.'],
    ['prompts/get', { name: 'toString' }, 'params.name is not known.'],
    ['tools/call', {}, 'params.name is required and must be a string.'],
    ['tools/call', { name: 'get_me', arguments: [] }, 'params.arguments must be an object, not an array.'],
    ['prompts/get', { name: 7 }, 'params.name must be a string, not a number.'],
    ['resources/read', undefined, 'params is required and must be an object.'],
    ['tools/list', { cursor: 'x' }, 'params.cursor must be left out: the list has one page.'],
  ])('is told what is wrong with the parameters of %s', async (method, params, message) => {
    const { status, body } = await post({ json: { jsonrpc: '2.0', id: 'a', method, params } });
    expect([status, body]).toEqual([400, { jsonrpc: '2.0', id: 'a', error: { code: -32602, message } }]);
  });

  const LONG = 'n'.repeat(100_000);
  const made = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`${at}\u0001`.repeat(30), 1]));
  it.each<[what: string, method: string, params: object]>([
    ['a tool', 'tools/call', { name: LONG }],
    ['an argument', 'tools/call', { name: 'get_overview', arguments: { [LONG]: 1 } }],
    ['three thousand arguments', 'tools/call', { name: 'get_overview', arguments: made }],
    ['a dimension', 'tools/call', { name: 'get_breakdown', arguments: { dimension: LONG } }],
    ['a filter', 'tools/call', { name: 'get_overview', arguments: { filter: [LONG] } }],
    ['a prompt', 'prompts/get', { name: LONG }],
    ['an argument of a prompt', 'prompts/get', { name: 'weekly_report', arguments: { [LONG]: 1 } }],
    ['a resource', 'resources/read', { uri: `analytics://${LONG}` }],
    ['no address', 'resources/read', { uri: LONG }],
    ['a revision', 'tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': LONG } }],
  ])('is refused in few words where it names %s at length', async (_what, method, params) => {
    const { body } = await post({ json: { jsonrpc: '2.0', id: 1, method, params } });
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    expect(text).toMatch(/"error"|isError/);
    // Text and structured content together.
    expect(text.length).toBeLessThan(48_000);
  });

  it.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'])(
    'that says its revision is 2026-07-28 is told that there is no %s any more',
    async (method) => {
      const revision = '2026-07-28';
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': revision,
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const { status, body } = await post({
        json: { jsonrpc: '2.0', id: 3, method, params: { _meta } },
        headers: { 'MCP-Protocol-Version': revision, 'Mcp-Method': method },
      });
      expect([status, body]).toMatchObject([404, { id: 3, error: { code: -32601 } }]);
    },
  );

  it('of a client before 2026-07-28 is told what is wrong with its handshake', async () => {
    const json = { jsonrpc: '2.0', id: 3, method: 'initialize', params: { protocolVersion: '2025-11-25' } };
    const { status, body } = await post({ json });
    expect([status, body]).toMatchObject([400, { id: 3, error: { code: -32602 } }]);
  });

  it('counts against the quota of its key', async () => {
    const narrow = await collector.addKey({ scopes: [...SCOPES], projects: 'all' });
    const limits = { perMinute: 1000, perDay: 1_000_000, atOnce: 20 };
    for (let count = 0; count < PLANS.enterprise.requests_per_minute; count += 1) {
      const admission = await control.admit(narrow.id, limits, clock.now);
      if ('slot' in admission) await control.release(admission.slot);
    }
    const { status, headers, body } = await post({ bearer: narrow.token });
    expect([status, body]).toMatchObject([429, { error: { code: 'rate_limited' } }]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it('gets its slot back after each answer', async () => {
    const { token: own } = await collector.addKey({ scopes: [...SCOPES], projects: 'all' });
    const agent = await connectAgent(collector.baseUrl, own);
    for (let count = 0; count < 5; count += 1) expect((await agent.call('get_me')).isError).toBe(false);
  });
});

describe('a web page', () => {
  it.each(['https://agents.example', 'http://localhost:6274', collector.baseUrl, collector.origin])(
    'at %s may ask',
    async (origin) => {
      const { status, headers } = await post({ headers: { Origin: origin } });
      expect([status, headers['access-control-allow-origin']]).toEqual([200, origin]);
      expect(headers['access-control-expose-headers']).toContain('WWW-Authenticate');
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    },
  );

  it('is told before it asks what it may send', async () => {
    const { status, headers } = await http.send({
      method: 'OPTIONS',
      path: '/mcp',
      headers: { Origin: 'https://agents.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect([status, headers['access-control-allow-origin']]).toEqual([204, 'https://agents.example']);
    expect(headers['access-control-allow-headers']).toContain('Authorization');
  });

  it('reads why it was refused', async () => {
    const { headers } = await post({ bearer: '', headers: { Origin: 'https://agents.example' } });
    expect(headers['access-control-allow-origin']).toBe('https://agents.example');
  });

  it.each(['https://evil.example', 'null', 'https://agents.example:8443', 'http://agents.example'])(
    'at %s is refused',
    async (origin) => {
      const { status, body, headers } = await post({ headers: { Origin: origin } });
      expect([status, body]).toMatchObject([403, { error: { code: 'foreign_origin' } }]);
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it('that made its own name lead here is refused', async () => {
    const { status, body } = await post({ headers: { Host: 'evil.example' } });
    expect([status, body]).toMatchObject([421, { error: { code: 'misdirected_request' } }]);
    for (const host of ['localhost:1', '127.0.0.1', '[::1]:8787'])
      expect((await post({ headers: { Host: host } })).status).toBe(200);
  });

  it.each([
    'a@localhost',
    'a:b@localhost:7200',
    'localhost/x',
    'localhost?x',
    'localhost#x',
    'localhost\\evil',
    ' ',
  ])('is refused with a Host that is more than a host: %s', async (host) => {
    const { status, body } = await post({ headers: { Host: host } });
    expect([status, body]).toMatchObject([421, { error: { code: 'misdirected_request' } }]);
  });
});

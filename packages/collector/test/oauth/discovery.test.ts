import { DEFAULT_SCOPES, SCOPES } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { startTestCollector, type TestCollector } from '../collector.ts';

const ON_OWN_MACHINE = await startTestCollector();
const PLACES: readonly [where: string, collector: TestCollector, origin: string][] = [
  ['on the own machine', ON_OWN_MACHINE, `http://localhost:${ON_OWN_MACHINE.port}`],
  [
    'under an https address',
    await startTestCollector({ settings: { CVQ_BASE_URL: 'https://track.example.com' } }),
    'https://track.example.com',
  ],
  [
    'under an https address with a port and a slash at its end',
    await startTestCollector({ settings: { CVQ_BASE_URL: 'https://track.example.com:8443/' } }),
    'https://track.example.com:8443',
  ],
];

describe.each(PLACES)('an application finds a collector %s', (_where, { client, port }, origin) => {
  const { host } = new URL(origin);
  const ask = (path: string, method = 'GET', headers = {}) =>
    client.send({ method, path, headers: { Host: host, ...headers } });

  it.each(['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource'])(
    'by who gives tokens for it, at %s',
    async (path) => {
      const { status, headers, body } = await ask(path);
      expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
      expect(body).toEqual({
        resource: `${origin}/mcp`,
        resource_name: 'cvq',
        authorization_servers: [origin],
        scopes_supported: DEFAULT_SCOPES,
        bearer_methods_supported: ['header'],
      });
    },
  );

  it('by what the authorization server can do', async () => {
    const { status, body } = await ask('/.well-known/oauth-authorization-server');
    expect([status, body]).toEqual([
      200,
      {
        issuer: origin,
        authorization_endpoint: `${origin}/oauth/authorize`,
        token_endpoint: `${origin}/oauth/token`,
        registration_endpoint: `${origin}/oauth/register`,
        revocation_endpoint: `${origin}/oauth/revoke`,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        code_challenge_methods_supported: ['S256'],
        scopes_supported: SCOPES,
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      },
    ]);
  });

  it('by the refusal of a request without a token, which names the same document', async () => {
    for (const path of ['/mcp', '/v1/me']) {
      const { status, headers } = await ask(path, path === '/mcp' ? 'POST' : 'GET');
      expect(status).toBe(401);
      const [, found = ''] = /resource_metadata="([^"]+)"/.exec(String(headers['www-authenticate'])) ?? [];
      expect(new URL(found).origin).toBe(origin);
      const { body } = await ask(new URL(found).pathname);
      expect(body).toMatchObject({ resource: `${origin}/mcp` });
    }
  });

  it('says the same to whoever names another host, and takes nothing from the request', async () => {
    const expected = await ask('/.well-known/oauth-authorization-server');
    for (const headers of [
      { Host: 'evil.example' },
      { Host: `127.0.0.1:${port}` },
      { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'ftp' },
    ]) {
      const { body } = await ask('/.well-known/oauth-authorization-server', 'GET', headers);
      expect(body).toEqual(expected.body);
    }
  });

  it('takes another name of the own machine for the resource alone, with the same port', async () => {
    const path = '/.well-known/oauth-protected-resource/mcp';
    const isOwn = new URL(origin).hostname === 'localhost';
    for (const name of [`127.0.0.1:${port}`, `[::1]:${port}`]) {
      const { body } = await ask(path, 'GET', { Host: name });
      expect(body).toMatchObject({
        resource: isOwn ? `http://${name}/mcp` : `${origin}/mcp`,
        authorization_servers: [origin],
      });
      const refused = await ask('/mcp', 'POST', { Host: name });
      const at = isOwn ? `http://${name}` : origin;
      expect(refused.headers['www-authenticate']).toContain(`resource_metadata="${at}/`);
    }
    for (const name of ['evil.example', `evil.example:${port}`, '127.0.0.1:1', 'localhost.evil.example'])
      expect((await ask(path, 'GET', { Host: name })).body).toMatchObject({ resource: `${origin}/mcp` });
  });

  it('may be asked by the pages of any origin, without cookies', async () => {
    for (const path of [
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
    ]) {
      const origins = { Origin: 'https://agents.example' };
      const { headers } = await ask(path, 'GET', origins);
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      const before = await ask(path, 'OPTIONS', { ...origins, 'Access-Control-Request-Method': 'GET' });
      expect([before.status, before.headers['access-control-allow-origin']]).toEqual([204, '*']);
      expect(before.headers['access-control-allow-headers']).toContain('MCP-Protocol-Version');
    }
  });

  it('has its endpoints under its own host alone', async () => {
    const statuses = await Promise.all(
      ['register', 'token', 'revoke'].map((name) =>
        ask(`/oauth/${name}`, 'POST', { Host: 'evil.example' }).then(({ status }) => status),
      ),
    );
    expect(statuses).toEqual([421, 421, 421]);
  });
});

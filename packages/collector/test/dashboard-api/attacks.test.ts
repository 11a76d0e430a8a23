import type { OutgoingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { connectRaw } from '../client.ts';
import { startTestCollector } from '../collector.ts';
import { API, addPerson, codeOf, linkToken, openBrowser, PASSWORD } from './browser.ts';

const collector = await startTestCollector();
const { client, origin, port } = collector;
const { host } = new URL(origin);
await addPerson(collector, 'ann@example.com');
const ann = { email: 'ann@example.com', password: PASSWORD };

const browser = openBrowser(collector);
await browser.post('/sign-in', ann);
const cookie = `cvq=${browser.cookies.get('cvq')}`;

const OWN = { Host: host, Cookie: cookie, 'X-Cvq-Dashboard': '1' };

/** The code of a write with nothing but these headers. */
async function writeWith(headers: OutgoingHttpHeaders, json: unknown = {}) {
  return codeOf(await client.send({ method: 'POST', path: `${API}/sign-out`, headers, json }));
}

describe('a write from elsewhere is refused', () => {
  it.each<[string, OutgoingHttpHeaders]>([
    ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    ['another port of the same machine', { 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost:1' }],
    ['a link or the address bar', { 'Sec-Fetch-Site': 'none' }],
    ['another site that hides it', { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example' }],
    ['an old browser on another site', { Origin: 'https://evil.example' }],
    ['a sandboxed frame', { Origin: 'null' }],
    ['the demo shop', { Origin: `http://127.0.0.1:${port}`, 'Sec-Fetch-Site': 'cross-site' }],
    ['who says nothing of where', {}],
  ])('%s', async (_what, headers) => {
    expect(await writeWith({ ...OWN, ...headers })).toBe('foreign_origin');
    expect((await browser.get('/me')).status).toBe(200);
  });

  it('a page of the dashboard that sends no header of its own', async () => {
    const { 'X-Cvq-Dashboard': _, ...headers } = OWN;
    expect(await writeWith({ ...headers, Origin: origin })).toBe('foreign_origin');
  });

  it('a form, whatever it calls its content', async () => {
    const headers = { ...OWN, Origin: origin };
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      expect(await writeWith({ ...headers, 'Content-Type': type })).toBe('invalid_request');
  });

  it('and one of the dashboard by an old browser is taken', async () => {
    const old = openBrowser(collector);
    await old.post('/sign-in', ann);
    const Cookie = `cvq=${old.cookies.get('cvq')}`;
    expect(await writeWith({ ...OWN, Cookie, Origin: origin })).toBe(200);
  });
});

describe('what is read', () => {
  it.each(['cross-site', 'same-site'])('is refused to a page that is %s', async (site) => {
    const headers = { Host: host, Cookie: cookie, 'Sec-Fetch-Site': site };
    expect(codeOf(await client.send({ path: `${API}/me`, headers }))).toBe('foreign_origin');
  });

  it('is told to no other origin, and no preflight is granted', async () => {
    for (const method of ['GET', 'OPTIONS', 'POST'])
      for (const path of ['/me', '/sign-in', '/openapi.json', '/projects', '/nothing']) {
        const headers = {
          ...{ Host: host, Cookie: cookie, Origin: 'https://evil.example' },
          ...{ 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'x-cvq-dashboard' },
        };
        const answer = await client.send({ method, path: `${API}${path}`, headers });
        expect(codeOf(answer)).toBe('foreign_origin');
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
  });

  it('is stored by nobody', async () => {
    for (const path of ['/me', '/projects', '/sign-in'])
      expect((await browser.get(path)).headers['cache-control']).toBe('no-store');
  });

  it('is not opened by a session as a bearer, nor anything else of the collector by its cookie', async () => {
    const bearer = browser.cookies.get('cvq');
    expect(codeOf(await client.send({ path: '/v1/me', bearer }))).toBe('invalid_token');
    expect(codeOf(await client.send({ path: '/v1/me', headers: { Cookie: cookie } }))).toBe(
      'unauthenticated',
    );
    const { token } = await collector.addKey();
    const asKey = { Host: host, Authorization: `Bearer ${token}` };
    expect(codeOf(await client.send({ path: `${API}/me`, headers: asKey }))).toBe('unauthenticated');
  });

  it('takes no token in the query', async () => {
    expect(codeOf(await browser.get('/me?token=x'))).toBe('invalid_request');
  });
});

describe('under another host', () => {
  const HOSTS = ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port}`, 'localhost:1'];

  it.each([...HOSTS, `localhost:${port}@evil.example`, `localhost.evil.example:${port}`])(
    '%s the API answers 421, reads included',
    async (Host) => {
      for (const path of ['/me', '/sign-in', '/projects', '/openapi.json'])
        expect(codeOf(await client.send({ path: `${API}${path}`, headers: { Host, Cookie: cookie } }))).toBe(
          'misdirected_request',
        );
      expect(await writeWith({ ...OWN, Host, Origin: `http://${Host}` })).toBe('misdirected_request');
    },
  );

  it('a page is not shown, and another name of the own machine leads to the dashboard', async () => {
    const open = (path: string, Host: string) => client.send({ path, headers: { Host } });
    for (const path of ['/', '/setup', '/reset', '/invitation', '/open-demo', '/oauth/authorize']) {
      expect((await open(path, 'evil.example')).status).toBe(421);
      expect((await open(path, 'localhost:1')).status).toBe(421);
      const beside = await open(path, `127.0.0.1:${port}`);
      expect([beside.status, beside.headers.location]).toEqual([302, `${origin}${path}`]);
      expect((await open(path, host)).status).toBe(200);
    }
  });

  it('no redirect leads off the machine', async () => {
    for (const path of ['//evil.example', '/%2F%2Fevil.example', '/\\evil.example', '/?next=//evil.example'])
      for (const Host of [host, `127.0.0.1:${port}`]) {
        const { location } = (await client.send({ path, headers: { Host } })).headers;
        if (location !== undefined) expect(new URL(location, origin).origin).toBe(origin);
      }
    const connection = await connectRaw(port);
    connection.write(`GET http://evil.example/demo/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    const { headers } = await connection.response();
    expect(new URL(headers.location ?? origin, origin).hostname).toMatch(/^(localhost|127\.0\.0\.1)$/);
    connection.destroy();
  });
});

describe('cookies', () => {
  it('on the own machine are kept from scripts and other sites', async () => {
    const answer = await openBrowser(collector).post('/sign-in', ann);
    for (const line of answer.headers['set-cookie'] ?? [])
      expect(line).toMatch(/^cvq(-known)?=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
    expect(answer.headers['set-cookie']).toHaveLength(2);
  });

  it('still count beside the one of a visitor, which the SDK keeps on a site of the same machine', async () => {
    const headers = { Host: host, Cookie: `cvq=%22mhp8x2k1.k3x9q2m4ta%22; ${cookie}` };
    expect((await collector.client.send({ path: `${API}/me`, headers })).status).toBe(200);
  });

  it('count for nothing where two of one name come, of which one was planted', async () => {
    const headers = { Host: host, Cookie: `cvq=planted; ${cookie}` };
    expect(codeOf(await client.send({ path: `${API}/me`, headers }))).toBe('unauthenticated');
  });

  it('behind https are bound to the host, whatever Host and the proxy say of the scheme', async () => {
    const settings = { CVQ_BASE_URL: 'https://stats.example.com' };
    const secure = await startTestCollector({ settings });
    await addPerson(secure, ann.email);
    const person = openBrowser(secure);
    const answer = await person.post('/sign-in', ann, { 'X-Forwarded-Proto': 'http' });
    for (const line of answer.headers['set-cookie'] ?? [])
      expect(line).toMatch(
        /^__Host-cvq(-known)?=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
      );
    expect((await person.get('/me')).status).toBe(200);
    expect((await person.get('/me', { Host: 'stats.example.com:443' })).status).toBe(200);
    const local = await person.get('/me', { Host: `localhost:${secure.port}` });
    expect(codeOf(local)).toBe('misdirected_request');
    expect(JSON.stringify(local.body)).toContain('https://stats.example.com');
    const plain = { Cookie: `cvq=${person.cookies.get('__Host-cvq')}` };
    expect(codeOf(await openBrowser(secure).get('/me', plain))).toBe('unauthenticated');
  });
});

describe('over plain http elsewhere', () => {
  it('nobody signs in by any way, and the fix is named', async () => {
    const insecure = await startTestCollector({ settings: { CVQ_BASE_URL: 'http://stats.example.com' } });
    const person = openBrowser(insecure);
    const token = await linkToken(insecure, 'set_up');
    const first = await person.post('/set-up', { ...ann, token });
    expect(codeOf(first)).toBe('insecure_address');
    expect(JSON.stringify(first.body)).toMatch(/https.*CVQ_BASE_URL/);
    const { id } = await addPerson(insecure, ann.email);
    const reset = await linkToken(insecure, 'reset', { userId: id });
    const answers = [
      await person.post('/sign-in', ann),
      await person.post('/resets/redeem', { token: reset, password: PASSWORD }),
      await person.post('/invitations/redeem', { token: reset, password: PASSWORD }),
    ];
    expect(answers.map(codeOf)).toEqual(answers.map(() => 'insecure_address'));
    expect(person.cookies.size).toBe(0);
    const { body } = await openBrowser(insecure).get('/sign-in');
    expect(JSON.stringify(body)).toContain('CVQ_BASE_URL');
  });
});

describe('pages', () => {
  it('run no script but their own, stand in no frame and are stored by nobody', async () => {
    for (const path of ['/', '/setup', '/reset', '/invitation', '/open-demo', '/oauth/authorize']) {
      const { headers, bytes } = await client.send({ path, headers: { Host: host } });
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'",
      );
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'no-store',
      });
      expect(bytes.toString()).not.toMatch(
        /<script(?! type="module" crossorigin src="\/assets\/)|style="|onclick/,
      );
    }
  });
});

describe('the demo shop', () => {
  it('is under another name of the machine than the dashboard', async () => {
    const at = (Host: string) => client.send({ path: '/demo/?a=b', headers: { Host } });
    const { status, headers } = await at(host);
    expect([status, headers.location]).toEqual([302, `http://127.0.0.1:${port}/demo/?a=b`]);
    expect((await at(`127.0.0.1:${port}`)).headers.location).toBeUndefined();
  });

  it('is not served beside a public dashboard once there is a person', async () => {
    const shared = await startTestCollector({ settings: { CVQ_BASE_URL: 'https://stats.example.com' } });
    const shop = async () => (await shared.client.send({ path: '/demo/shop.css' })).status;
    const { body } = await shared.client.send({ path: '/demo/' });
    expect(JSON.stringify(body)).toContain('There is no demo project');
    await addPerson(shared, ann.email);
    expect(JSON.stringify((await shared.client.send({ path: '/demo/' })).body)).toContain('not served');
    expect(await shop()).toBe(404);
  });
});

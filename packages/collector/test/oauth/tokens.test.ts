import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS, MINUTE_MS, PLANS } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { namesOfFiles } from '../../../../test/builders/names-of-files.ts';
import { createAccount } from '../../src/accounts/accounts.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { endClient, linkClient } from '../../src/accounts/agencies.ts';
import { addMember } from '../../src/accounts/members.ts';
import { setDisabled } from '../../src/accounts/people.ts';
import { startBeside, startTestCollector } from '../collector.ts';
import { addPerson, codeOf, openBrowser, PASSWORD } from '../dashboard-api/browser.ts';
import { allow, applicationAt, connect, registerAt, type TestTokens } from './application.ts';

const collector = await startTestCollector({ settings: { CVQ_TRUST_PROXY: '127.0.0.1' } });
const { client, control, clock } = collector;
const operator = asOperator(control, () => clock.now);

let people = 0;
/** A person of their own for each test, so that none ends what another has. */
async function aPerson() {
  people += 1;
  const email = `person${people}@example.com`;
  const { id } = await addPerson(collector, email);
  await addMember(operator, { user: email, project: collector.project }, 'member');
  const browser = openBrowser(collector, `203.0.${people}.1`);
  await browser.post('/sign-in', { email, password: PASSWORD });
  return { id, email, browser };
}

const application = await registerAt(collector);

async function ask(bearer: string, path = '/v1/me') {
  return codeOf(await client.send({ path, bearer }));
}
/** Spends requests of a grant without sending each. */
async function spend(grant: string, count: number): Promise<void> {
  const limits = { perMinute: 1e9, perDay: 1e9, atOnce: 1e9 };
  for (let index = 0; index < count; index += 1) {
    const admission = await control.admit(grant, limits, clock.now);
    if ('slot' in admission) await control.release(admission.slot);
  }
}
const tokensOf = ({ body }: { body: unknown }) => body as TestTokens;

describe('codes and tokens', () => {
  it('are kept as hashes: no file of the store holds one', async () => {
    const { browser } = await aPerson();
    const code = await allow(browser, application.query());
    const first = tokensOf(await application.exchange(code));
    const second = tokensOf(await application.refresh(first.refresh_token));
    const secrets = [code, ...[first, second].flatMap((pair) => [pair.access_token, pair.refresh_token])];
    expect(await ask(second.access_token)).toBe(200);
    for (const file of namesOfFiles(collector.folder)) {
      const bytes = readFileSync(join(collector.folder, file), 'latin1');
      for (const secret of secrets) expect(bytes.includes(secret), file).toBe(false);
    }
  });
});

describe('an access token', () => {
  it('that has ended is told to be refreshed, and is not called a key', async () => {
    const answer = await client.send({ path: '/v1/me', bearer: `oat_${'a'.repeat(40)}` });
    expect(JSON.stringify(answer.body)).toContain('The access token is unknown, expired or revoked.');
  });

  it('without a scope is told to ask for it and for all that was allowed', async () => {
    const { browser } = await aPerson();
    const { access_token } = await connect(application, browser, { scopes: ['projects:read', 'bots:read'] });
    const { headers } = await client.send({ path: '/v1/analytics/overview?range=7d', bearer: access_token });
    expect(headers['www-authenticate']).toContain('scope="projects:read analytics:read bots:read"');
  });

  it('asks the read API with the scopes and the reach that the person allowed', async () => {
    const { browser } = await aPerson();
    const { access_token } = await connect(application, browser, { projects: [collector.project] });
    const { body } = await client.send({ path: '/v1/me', bearer: access_token });
    expect(body).toEqual({
      data: {
        name: 'Analyst',
        scopes: ['projects:read', 'analytics:read', 'conversions:read', 'bots:read'],
        projects: [{ id: collector.project, name: 'shop.example', domain: 'shop.example', role: 'member' }],
      },
    });
    expect(await ask(access_token, '/v1/analytics/overview?range=7d')).toBe(200);
    const spend = await client.send({ path: '/v1/analytics/spend?range=7d', bearer: access_token });
    expect(codeOf(spend)).toBe('insufficient_scope');
    expect(spend.headers['www-authenticate']).toBe(
      `Bearer realm="cvq", error="insufficient_scope", scope="projects:read analytics:read conversions:read spend:read bots:read", resource_metadata="${collector.origin}/.well-known/oauth-protected-resource/mcp"`,
    );
  });

  it('is good for an hour', async () => {
    const { browser } = await aPerson();
    const { access_token } = await connect(application, browser);
    clock.now += HOUR_MS - 1;
    expect(await ask(access_token)).toBe(200);
    clock.now += 1;
    expect(await ask(access_token)).toBe('invalid_token');
  });

  it('is refused in any other form, and a refresh token is none', async () => {
    const { browser } = await aPerson();
    const { access_token: token, refresh_token } = await connect(application, browser);
    for (const other of [
      refresh_token,
      `${token}x`,
      token.toLowerCase(),
      token.slice(0, -1),
      `oat_${'0'.repeat(40)}`,
    ])
      expect(await ask(other)).toBe('invalid_token');
  });

  it('is good for every process behind one address, and for none from when it is revoked', async () => {
    const behind = { CVQ_BASE_URL: collector.origin };
    const beside = await startBeside(collector, behind);
    const { browser } = await aPerson();
    const { access_token: bearer, refresh_token } = await connect(application, browser);
    const statuses = async () => [
      (await client.send({ path: '/v1/me', bearer })).status,
      (await beside.client.send({ path: '/v1/me', bearer })).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    await application.revoke(refresh_token);
    expect(await statuses()).toEqual([401, 401]);
    await beside.stop();
  });

  it('is for the address that it was given at, and no other: by the read API and by agents', async () => {
    const moved = await startBeside(collector, { CVQ_BASE_URL: 'https://track.example.com' });
    const { browser } = await aPerson();
    const { access_token: bearer } = await connect(application, browser);
    const list = { method: 'POST', path: '/mcp', json: { jsonrpc: '2.0', id: 1, method: 'tools/list' } };
    for (const call of [{ path: '/v1/me' }, list]) {
      const { status, headers } = await moved.client.send({ ...call, bearer });
      expect([status, headers['www-authenticate']]).toEqual([
        ...[
          401,
          expect.stringContaining('https://track.example.com/.well-known/oauth-protected-resource/mcp'),
        ],
      ]);
    }
    await moved.stop();
  });

  it('has a quota of its own, that of the highest plan which its person reaches', async () => {
    const { browser } = await aPerson();
    const [one, other] = [
      await connect(application, browser),
      await connect(await registerAt(collector), browser),
    ];
    const account = (await control.findProject(collector.project))?.accountId ?? '';
    const before = (await control.findAccount(account))?.plan;
    await control.changeAccount(account, { plan: 'starter' });
    const { requests_per_minute: perMinute } = PLANS.starter;
    for (let index = 0; index < perMinute; index += 1) expect(await ask(one.access_token)).toBe(200);
    expect(await ask(one.access_token)).toBe('rate_limited');
    expect(await ask(other.access_token)).toBe(200);
    await control.changeAccount(account, { plan: 'growth' });
    expect(await ask(one.access_token)).toBe(200);
    await control.changeAccount(account, { plan: before ?? 'starter' });
  });

  it('has the quota of an agency by which its person reaches a client on a lesser plan, as an agent too', async () => {
    const { id: userId, email, browser } = await aPerson();
    const [agency, customer] = [
      await createAccount(operator, { kind: 'agency', name: 'Agency', plan: 'growth' }),
      await createAccount(operator, { kind: 'customer', name: 'Shop', plan: 'starter' }),
    ];
    await collector.addProject({ accountId: customer.id });
    const own = (await control.findProject(collector.project))?.accountId ?? '';
    const before = (await control.findAccount(own))?.plan ?? 'starter';
    await control.changeAccount(own, { plan: 'starter' });
    await linkClient(operator, { agency: agency.id, client: customer.id });
    await addMember(operator, { user: email, account: agency.id }, 'member');
    const { access_token: bearer } = await connect(application, browser);
    const [grant] = await control.listGrants({ userId, now: clock.now });
    await spend(grant?.id ?? '', PLANS.starter.requests_per_minute);
    expect(await ask(bearer)).toBe(200);
    await endClient(operator, { agency: agency.id, client: customer.id });
    const list = { method: 'POST', path: '/mcp', json: { jsonrpc: '2.0', id: 1, method: 'tools/list' } };
    for (const call of [{ path: '/v1/me' }, list]) {
      const { status, headers } = await client.send({ ...call, bearer });
      expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    }
    await control.changeAccount(own, { plan: before });
  });
});

describe('a refresh token', () => {
  it('gives a new pair with the scopes that there were', async () => {
    const { browser } = await aPerson();
    const first = await connect(application, browser);
    const second = tokensOf(await application.refresh(first.refresh_token));
    expect(second.scope).toBe(first.scope);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await ask(second.access_token)).toBe(200);
    expect(await ask(first.access_token), 'the one before ends by itself').toBe(200);
  });

  it('gives fewer scopes for once, and never more', async () => {
    const { browser } = await aPerson();
    const { refresh_token } = await connect(application, browser);
    const fewer = tokensOf(await application.refresh(refresh_token, { scope: 'bots:read' }));
    expect(fewer.scope).toBe('bots:read');
    expect(tokensOf(await application.refresh(fewer.refresh_token)).scope).toContain('analytics:read');
    const more = await application.refresh(fewer.refresh_token, { scope: 'bots:read spend:read' });
    expect(more.body).toMatchObject({ error: 'invalid_scope' });
  });

  it('can be exchanged by several at once, and all stay connected', async () => {
    const { browser } = await aPerson();
    const { refresh_token } = await connect(application, browser);
    const pairs = await Promise.all([1, 2, 3, 4].map(() => application.refresh(refresh_token)));
    for (const pair of pairs) {
      expect(await ask(tokensOf(pair).access_token)).toBe(200);
      expect((await application.refresh(tokensOf(pair).refresh_token)).status).toBe(200);
    }
  });

  it('that comes again within ten minutes gives a new pair', async () => {
    const { browser } = await aPerson();
    const { refresh_token } = await connect(application, browser);
    await application.refresh(refresh_token);
    clock.now += 10 * MINUTE_MS - 1;
    expect((await application.refresh(refresh_token)).status).toBe(200);
  });

  it('that comes again later ends its family, and no other connection of the application', async () => {
    const { id, browser } = await aPerson();
    const stolen = await connect(application, browser);
    const other = await connect(application, browser);
    const next = tokensOf(await application.refresh(stolen.refresh_token));
    clock.now += 10 * MINUTE_MS;
    expect((await application.refresh(stolen.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
    expect(await ask(next.access_token)).toBe('invalid_token');
    expect((await application.refresh(next.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
    expect(await ask(other.access_token)).toBe(200);
    const [entry] = await control.listAudit({ userId: id, action: 'refuse_reused_token', limit: 1 });
    expect(entry).toMatchObject({ surface: 'oauth', subjectName: 'Analyst', outcome: 'done' });
  });

  it.each([
    ['of another application', 'invalid_grant'],
    ['without a client_id', 'invalid_client'],
    ['with an unknown client_id', 'invalid_client'],
    ['for another resource', 'invalid_target'],
  ])('%s is refused as %s, and stays good', async (how, error) => {
    const { browser } = await aPerson();
    const { refresh_token } = await connect(application, browser);
    const other = how === 'of another application' ? await registerAt(collector) : application;
    const more = {
      ...(how === 'without a client_id' && { client_id: undefined }),
      ...(how === 'with an unknown client_id' && { client_id: 'app_none' }),
      ...(how === 'for another resource' && { resource: 'https://other.example' }),
    };
    expect((await other.refresh(refresh_token, more)).body).toMatchObject({ error });
    expect((await application.refresh(refresh_token)).status).toBe(200);
  });
});

it('a request for tokens without anything in it is told what to send', async () => {
  const { status, body } = await collector.client.send({
    ...{ method: 'POST', path: '/oauth/token', body: '' },
    headers: {
      Host: new URL(collector.origin).host,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
  });
  const told = 'The body is empty: send application/x-www-form-urlencoded.';
  expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: told }]);
});

describe('a network that asks for tokens too often', () => {
  it('is told to wait after 300 requests in a minute, and no other network is', async () => {
    const network = '198.51.100.1';
    const statuses: number[] = [];
    for (let index = 0; index < 301; index += 1)
      statuses.push((await application.token({ grant_type: 'refresh_token' }, network)).status);
    expect(statuses.slice(-2)).toEqual([400, 429]);
    const refused = await application.token({}, network);
    expect(refused.body).toMatchObject({ error: 'temporarily_unavailable' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await application.token({}, '198.51.101.1')).status).toBe(400);
    clock.now += MINUTE_MS;
    expect((await application.token({}, network)).status).toBe(400);
  });
});

describe('what an application may do ends at its next request', () => {
  it('when the person revokes it', async () => {
    const { id, email, browser } = await aPerson();
    const tokens = await connect(application, browser);
    const { body } = await browser.get('/grants');
    const [grant] = (body as { data: { id: string; application: string }[] }).data;
    expect(grant).toMatchObject({ application: 'Analyst', host: null, projects: null, as_superadmin: false });
    expect(codeOf(await browser.delete(`/grants/${grant?.id}`))).toBe(200);
    expect(await ask(tokens.access_token)).toBe('invalid_token');
    expect((await application.refresh(tokens.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await browser.get('/grants')).body).toEqual({ data: [] });
    const [entry] = await control.listAudit({ userId: id, action: 'revoke_grant', limit: 1 });
    expect(entry).toMatchObject({
      ...{ actor: { kind: 'person', email }, surface: 'dashboard', outcome: 'done', subject: grant?.id },
      ...{ subjectName: 'Analyst', before: { application: application.clientId, projects: 'all' } },
    });
    expect(codeOf(await browser.delete(`/grants/${grant?.id}`))).toBe('not_found');
  });

  it('when the person changes the password and wants applications ended, and else not', async () => {
    const { browser } = await aPerson();
    const { access_token } = await connect(application, browser);
    const [next, last] = ['another good password', 'and one more good password'];
    await browser.post('/me/password', { current_password: PASSWORD, new_password: next });
    expect(await ask(access_token)).toBe(200);
    const passwords = { current_password: next, new_password: last };
    expect(codeOf(await browser.post('/me/password', { ...passwords, end_applications: true }))).toBe(200);
    expect(await ask(access_token)).toBe('invalid_token');
    expect((await browser.get('/grants')).body).toEqual({ data: [] });
  });

  it('and another person cannot revoke it', async () => {
    const [{ browser }, stranger] = [await aPerson(), await aPerson()];
    const { access_token } = await connect(application, browser);
    const { body } = await browser.get('/grants');
    const [grant] = (body as { data: { id: string }[] }).data;
    expect(codeOf(await stranger.browser.delete(`/grants/${grant?.id}`))).toBe('not_found');
    expect(await ask(access_token)).toBe(200);
  });

  it('when the application gives its refresh token back; an access token goes alone', async () => {
    const { id, browser } = await aPerson();
    const tokens = await connect(application, browser);
    expect((await application.revoke(tokens.access_token)).status).toBe(200);
    expect(await ask(tokens.access_token)).toBe('invalid_token');
    const next = tokensOf(await application.refresh(tokens.refresh_token));
    expect((await applicationAt(collector, 'app_other').revoke(next.refresh_token)).status).toBe(200);
    expect(await ask(next.access_token), 'another application ends nothing').toBe(200);
    expect((await application.revoke(next.refresh_token)).status).toBe(200);
    expect(await ask(next.access_token)).toBe('invalid_token');
    expect(await control.listAudit({ userId: id, action: 'revoke_token', limit: 9 })).toHaveLength(1);
  });

  it('when the person is disabled, and not again when they are enabled', async () => {
    const { email, browser } = await aPerson();
    const tokens = await connect(application, browser);
    await setDisabled(operator, email, true);
    expect(await ask(tokens.access_token)).toBe('invalid_token');
    await setDisabled(operator, email, false);
    expect(await ask(tokens.access_token)).toBe('invalid_token');
    expect((await application.refresh(tokens.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('as far as a later decision takes it back', async () => {
    const { browser } = await aPerson();
    const first = await connect(application, browser, { scope: 'analytics:read spend:read' });
    expect(await ask(first.access_token, '/v1/analytics/spend?range=7d')).toBe(200);
    await connect(application, browser, { scope: 'analytics:read spend:read', scopes: ['analytics:read'] });
    expect(await ask(first.access_token, '/v1/analytics/spend?range=7d')).toBe('insufficient_scope');
    expect(tokensOf(await application.refresh(first.refresh_token)).scope).toBe(
      'projects:read analytics:read',
    );
    expect(((await browser.get('/grants')).body as { data: unknown[] }).data).toHaveLength(1);
  });
});

describe('a connection that nobody uses', () => {
  it('ends 30 days after the last exchange', async () => {
    const { browser } = await aPerson();
    let { refresh_token: token } = await connect(application, browser);
    clock.now += 30 * DAY_MS - 1;
    token = tokensOf(await application.refresh(token)).refresh_token;
    clock.now += 30 * DAY_MS;
    expect((await application.refresh(token)).body).toMatchObject({ error: 'invalid_grant' });
  });
});

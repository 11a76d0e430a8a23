import { DAY_MS, MINUTE_MS } from '@cvq/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/builders/any-character.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { addMember, removeMember } from '../../src/accounts/members.ts';
import { startTestCollector } from '../collector.ts';
import { addPerson, codeOf, openBrowser, PASSWORD, type TestBrowser } from '../dashboard-api/browser.ts';
import {
  allow,
  answerIn,
  connect,
  look,
  REDIRECT,
  register,
  registerAt,
  type TestTokens,
} from './application.ts';

const collector = await startTestCollector({ settings: { CVQ_TRUST_PROXY: '127.0.0.1' } });
const operator = asOperator(collector.control, () => collector.clock.now);

let networks = 0;
async function signedIn(email: string, isSuperadmin = false): Promise<TestBrowser> {
  if ((await collector.control.findUser(email)) === null) await addPerson(collector, email, isSuperadmin);
  networks += 1;
  const browser = openBrowser(collector, `203.0.${networks}.1`);
  await browser.post('/sign-in', { email, password: PASSWORD });
  return browser;
}

const ann = await signedIn('ann@example.com');
await addMember(operator, { user: 'ann@example.com', project: collector.project }, 'member');
const application = await registerAt(collector);
const redirectOf = (body: unknown) => (body as { data: { redirect_to: string } }).data.redirect_to;

describe('what an application asks for', () => {
  it('is shown with its name, where the answer goes, the default scopes and the projects of the person', async () => {
    const asked = await look(ann, application.query());
    expect(asked).toMatchObject({
      application: { name: 'Analyst', host: null },
      redirect: { host: '127.0.0.1:4567', is_loopback: true },
      scopes: ['projects:read', 'analytics:read', 'conversions:read', 'bots:read'],
      is_superadmin: false,
      projects: [{ id: collector.project, role: 'member', as_superadmin: false }],
    });
  });

  it('is shown to nobody who has not signed in', async () => {
    const nobody = openBrowser(collector);
    expect(codeOf(await nobody.post('/authorizations', { query: application.query() }))).toBe(
      'unauthenticated',
    );
  });

  it('has no scope to write for who is a viewer everywhere', async () => {
    const viewer = await signedIn('viewer@example.com');
    await addMember(operator, { user: 'viewer@example.com', project: collector.project }, 'viewer');
    const scope = 'analytics:read conversions:read conversions:write';
    expect((await look(viewer, application.query({ scope }))).scopes).toEqual([
      'projects:read',
      'analytics:read',
      'conversions:read',
    ]);
    expect((await look(ann, application.query({ scope }))).scopes).toContain('conversions:write');
  });

  it.each([
    ['an unknown application', { client_id: 'app_none' }],
    ['no application', { client_id: undefined }],
    ['two applications', { client_id: ['a', 'b'] }],
    ['a redirect that is not registered', { redirect_uri: 'https://evil.example/callback' }],
    ['a redirect with another path', { redirect_uri: 'http://127.0.0.1:4567/other' }],
    ['a redirect to a port that does not exist', { redirect_uri: 'http://127.0.0.1:65536/callback' }],
    ['two redirects', { redirect_uri: [REDIRECT, REDIRECT] }],
    ['a plain http client_id', { client_id: 'http://evil.example/client.json' }],
    ['a client_id in the own network', { client_id: 'https://10.0.0.1/client.json' }],
    ['a client_id without a path', { client_id: 'https://evil.example/' }],
    ['a client_id with a fragment', { client_id: 'https://evil.example/client.json#part' }],
    ['a client_id that is too long', { client_id: `https://evil.example/${'x'.repeat(2048)}` }],
  ])('is refused without sending anybody anywhere for %s', async (_, more) => {
    const answer = await ann.post('/authorizations', { query: application.query(more) });
    expect(codeOf(answer)).toBe('invalid_request');
    expect(JSON.stringify(answer.body)).not.toMatch(/evil\.example\/callback|webhook/);
  });

  it('says what is not registered, and not the address itself', async () => {
    const query = application.query({ redirect_uri: 'https://evil.example/callback' });
    expect(JSON.stringify((await ann.post('/authorizations', { query })).body)).toContain(
      'The application has not registered the address to which the answer would go.',
    );
  });

  it.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { response_mode: 'fragment' }],
    ['invalid_request', { code_challenge: undefined }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge_method: undefined }],
    ['invalid_request', { scope: ['projects:read', 'bots:read'] }],
    ['invalid_scope', { scope: 'projects:read admin' }],
    ['invalid_target', { resource: 'https://other.example/mcp' }],
  ])('is refused to the application as %s for %j', async (error, more) => {
    const { body } = await ann.post('/authorizations', { query: application.query(more) });
    const address = redirectOf(body);
    expect(address.startsWith(`${REDIRECT}?`)).toBe(true);
    const told = answerIn(address);
    expect([told.get('error'), told.get('iss'), told.get('state')]).toEqual([
      ...[error, collector.origin, 'as it was'],
    ]);
    expect(told.has('code')).toBe(false);
  });

  it('takes a loopback redirect with any port, offline_access, and no resource', async () => {
    const more = {
      redirect_uri: 'http://127.0.0.1:9/callback',
      scope: 'offline_access',
      resource: undefined,
    };
    expect((await look(ann, application.query(more))).redirect.host).toBe('127.0.0.1:9');
  });

  it('stays on the page where it is wrong, of who registered for an address elsewhere and is not let in', async () => {
    collector.clock.now += DAY_MS / 24;
    const elsewhere = 'https://app.example/callback';
    const stranger = await registerAt(collector, { redirect_uris: [elsewhere] });
    const wrong = stranger.query({ redirect_uri: elsewhere, response_type: 'token' });
    const begun = async () => (await ann.post('/authorizations', { query: wrong })).body;
    expect(await begun()).toMatchObject({
      data: { asked: null, refusal: expect.stringContaining('response_type must be code') },
    });
    await allow(ann, stranger.query({ redirect_uri: elsewhere }));
    expect(await begun()).toMatchObject({ data: { asked: null, refusal: null } });
  });

  it('is refused where the person could do nothing of it', async () => {
    const viewer = await signedIn('viewer2@example.com');
    await addMember(operator, { user: 'viewer2@example.com', project: collector.project }, 'viewer');
    const { body } = await viewer.post('/authorizations', {
      query: application.query({ scope: 'conversions:write' }),
    });
    expect(body).toMatchObject({ data: { asked: null, refusal: expect.stringContaining('change nothing') } });
    expect(answerIn(redirectOf(body)).get('error')).toBe('access_denied');
  });

  it('is shown beside what the person allowed before', async () => {
    const projects = [collector.project];
    await connect(application, ann, { scopes: ['bots:read'], projects });
    const scopes = ['projects:read', 'bots:read'];
    expect((await look(ann, application.query())).earlier).toEqual({ scopes, projects });
  });

  it('takes a resource whose scheme and host are in capitals', async () => {
    const resource = `${collector.origin.toUpperCase()}/mcp`;
    expect((await look(ann, application.query({ resource }))).application.name).toBe('Analyst');
  });

  it('takes a scope that the application did not register with', async () => {
    const modest = await registerAt(collector, { scope: 'projects:read' });
    expect((await look(ann, modest.query({ scope: 'spend:read' }))).scopes).toEqual([
      'projects:read',
      'spend:read',
    ]);
  });
});

describe('the decision of a person', () => {
  it('gives a code that becomes tokens, with state and issuer as they were', async () => {
    const { id, scopes } = await look(ann, application.query());
    const choice = { scopes, projects: null, as_superadmin: false };
    const { body } = await ann.post(`/authorizations/${id}/allow`, choice);
    const told = answerIn(redirectOf(body));
    expect([told.get('state'), told.get('iss')]).toEqual(['as it was', collector.origin]);
    const answer = await application.exchange(told.get('code') ?? '');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^oat_[A-Za-z0-9]{40}$/),
      refresh_token: expect.stringMatching(/^ort_[A-Za-z0-9]{40}$/),
      ...{ token_type: 'Bearer', expires_in: 3600 },
      scope: 'projects:read analytics:read conversions:read bots:read',
    });
  });

  it('counts once, and only from the session that looked', async () => {
    const { id, scopes } = await look(ann, application.query());
    const choice = { scopes, projects: null, as_superadmin: false };
    const elsewhere = await signedIn('ann@example.com');
    expect(codeOf(await elsewhere.post(`/authorizations/${id}/allow`, choice))).toBe('not_found');
    const answers = await Promise.all([1, 2].map(() => ann.post(`/authorizations/${id}/allow`, choice)));
    expect(answers.map(codeOf).toSorted()).toEqual([200, 'not_found']);
    expect(codeOf(await ann.delete(`/authorizations/${id}`))).toBe('not_found');
  });

  it('is too late after ten minutes', async () => {
    const { id, scopes } = await look(ann, application.query());
    collector.clock.now += 10 * MINUTE_MS;
    const choice = { scopes, projects: null, as_superadmin: false };
    expect(codeOf(await ann.post(`/authorizations/${id}/allow`, choice))).toBe('not_found');
  });

  it('is over when the person signs out, and cannot be made after they sign in again', async () => {
    const bea = await signedIn('bea@example.com');
    const { id, scopes } = await look(bea, application.query());
    const choice = { scopes, projects: null, as_superadmin: false };
    await bea.post('/sign-out');
    expect(codeOf(await bea.post(`/authorizations/${id}/allow`, choice))).toBe('unauthenticated');
    await bea.post('/sign-in', { email: 'bea@example.com', password: PASSWORD });
    expect(codeOf(await bea.post(`/authorizations/${id}/allow`, choice))).toBe('not_found');
  });

  it('is about what the person reaches when they decide, and no more what they saw', async () => {
    const cid = await signedIn('cid@example.com');
    const { project } = await collector.addProject();
    await addMember(operator, { user: 'cid@example.com', project }, 'member');
    const { id, scopes, projects } = await look(cid, application.query());
    expect(projects.map((one) => one.id)).toEqual([project]);
    await removeMember(operator, { user: 'cid@example.com', project });
    const choice = { scopes, projects: [project], as_superadmin: false };
    expect(codeOf(await cid.post(`/authorizations/${id}/allow`, choice))).toBe('not_found');
  });

  it('tells the application of a refusal', async () => {
    const { id } = await look(ann, application.query());
    const told = answerIn(redirectOf((await ann.delete(`/authorizations/${id}`)).body));
    expect([told.get('error'), told.get('iss')]).toEqual(['access_denied', collector.origin]);
  });

  it('takes back to the application whatever it sent as its state, beside what its address has', async () => {
    const redirect = 'https://app.example/callback?of=cvq&code=own';
    const careful = await registerAt(collector, { redirect_uris: [redirect] });
    const states = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.string({ unit: anyCharacter }),
    );
    await fc.assert(
      fc.asyncProperty(states, async (state) => {
        const { id } = await look(ann, careful.query({ redirect_uri: redirect, state }));
        const address = redirectOf((await ann.delete(`/authorizations/${id}`)).body);
        expect(address.startsWith(`${redirect}&`)).toBe(true);
        expect(answerIn(address).get('state')).toBe(state);
      }),
      { numRuns: 100, seed: 1_795_255_200 },
    );
  });

  it.each([
    ['a scope that was not asked for', { scopes: ['spend:read'] }],
    ['no scope', { scopes: [] }],
    ['no project', { projects: [] }],
    ['a project out of reach', { projects: ['proj_none'] }],
    ['the reach of a superadmin, by who is none', { as_superadmin: true }],
  ])('is refused for %s', async (_, more) => {
    const { id, scopes } = await look(ann, application.query());
    const choice = { scopes, projects: null, as_superadmin: false, ...more };
    const answer = await ann.post(`/authorizations/${id}/allow`, choice);
    expect(['invalid_request', 'not_found']).toContain(codeOf(answer));
  });

  it('to let it change something needs the password again after ten minutes', async () => {
    const scope = 'analytics:read conversions:write';
    collector.clock.now += 11 * MINUTE_MS;
    const { id } = await look(ann, application.query({ scope }));
    const choice = { scopes: ['conversions:write'], projects: null, as_superadmin: false };
    expect(codeOf(await ann.post(`/authorizations/${id}/allow`, choice))).toBe('step_up_required');
    await ann.post('/step-up', { password: PASSWORD });
    expect(codeOf(await ann.post(`/authorizations/${id}/allow`, choice))).toBe(200);
  });

  it('gives no scope but those that were shown and chosen, and with what reads the projects', async () => {
    const { scope } = await connect(application, ann, { scopes: ['analytics:read'] });
    expect(scope).toBe('projects:read analytics:read');
    const scopes = { scope: 'conversions:write', scopes: ['conversions:write'] } as const;
    expect((await connect(application, ann, scopes)).scope).toBe('conversions:write');
  });

  it('is in the audit log, with what was allowed and without a secret', async () => {
    const { access_token } = await connect(application, ann, { projects: [collector.project] });
    const [entry] = await collector.control.listAudit({ action: 'allow_authorization', limit: 1 });
    expect(entry).toMatchObject({
      ...{ outcome: 'done', subjectName: 'Analyst', surface: 'dashboard' },
      actor: { kind: 'person', email: 'ann@example.com' },
      after: { application: application.clientId, projects: [collector.project] },
    });
    expect(JSON.stringify(entry)).not.toContain(access_token);
    expect(JSON.stringify(entry)).not.toContain('oac_');
  });
});

describe('a code', () => {
  it.each([
    ['of another verifier', { code_verifier: 'w'.repeat(43) }],
    ['of a malformed verifier', { code_verifier: 'short' }],
    ['of another redirect', { redirect_uri: 'http://127.0.0.1:4568/callback' }],
    ['for another resource', { resource: 'https://other.example/mcp' }],
  ])('is refused beside what is %s, and then is used up', async (_, more) => {
    const code = await allow(ann, application.query());
    const error = { error: 'resource' in more ? 'invalid_target' : 'invalid_grant' };
    expect((await application.exchange(code, more)).body).toMatchObject(error);
    const again = await application.exchange(code);
    // A resource is looked at before the code is.
    expect(again.status).toBe('resource' in more ? 200 : 400);
  });

  it('is refused to another application', async () => {
    const other = await registerAt(collector);
    const code = await allow(ann, application.query());
    expect((await other.exchange(code)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('is good for a minute', async () => {
    const code = await allow(ann, application.query());
    collector.clock.now += MINUTE_MS;
    expect((await application.exchange(code)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('that is brought again ends the tokens that came of it', async () => {
    const code = await allow(ann, application.query());
    const { access_token, refresh_token } = (await application.exchange(code)).body as TestTokens;
    expect(await statusOf(access_token)).toBe(200);
    expect((await application.exchange(code)).body).toMatchObject({ error: 'invalid_grant' });
    expect(await statusOf(access_token)).toBe(401);
    expect((await application.refresh(refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('that is exchanged by two at once gives tokens to none for long', async () => {
    const code = await allow(ann, application.query());
    const answers = await Promise.all([application.exchange(code), application.exchange(code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const given = answers.find(({ status }) => status === 200)?.body as TestTokens;
    expect(await statusOf(given.access_token)).toBe(401);
  });
});

describe('an application that registers', () => {
  it.each([
    ['invalid_redirect_uri', { redirect_uris: ['http://evil.example/callback'] }],
    ['invalid_redirect_uri', { redirect_uris: ['javascript:alert(1)//'] }],
    ['invalid_redirect_uri', { redirect_uris: ['data:text/html,hello'] }],
    ['invalid_redirect_uri', { redirect_uris: ['https://ok.example/#part'] }],
    ['invalid_redirect_uri', { redirect_uris: ['https://ann:secret@ok.example/'] }],
    ['invalid_redirect_uri', { redirect_uris: ['ms-settings:display'] }],
    ['invalid_redirect_uri', { redirect_uris: ['search-ms:query=x'] }],
    ['invalid_redirect_uri', { redirect_uris: ['ssh://a/b'] }],
    ['invalid_redirect_uri', { redirect_uris: ['https://*.example.com/callback'] }],
    ['invalid_redirect_uri', { redirect_uris: ['https:evil.example'] }],
    ['invalid_redirect_uri', { redirect_uris: ['https:///evil.example'] }],
    ['invalid_redirect_uri', { redirect_uris: Array(3).fill(`https://ok.example/${'x'.repeat(1400)}`) }],
    ['invalid_redirect_uri', { redirect_uris: [] }],
    ['invalid_redirect_uri', {}],
    ['invalid_client_metadata', { redirect_uris: [REDIRECT], response_types: ['token'] }],
    ['invalid_client_metadata', { redirect_uris: [REDIRECT], client_name: 7 }],
    ['invalid_client_metadata', []],
  ])('is refused as %s for %j', async (error, metadata) => {
    collector.clock.now += DAY_MS / 24;
    const answer = await register(collector, metadata);
    expect([answer.status, answer.body]).toMatchObject([400, { error }]);
  });

  it.each([
    ['https://app.example/callback?of=cvq'],
    ['cursor://anysphere.cursor-retrieval/oauth/callback'],
    ['com.example.app:/callback'],
    ['http://[::1]:80/callback'],
    ['http://localhost/callback'],
  ])('may be sent to %s', async (redirect) => {
    collector.clock.now += DAY_MS / 24;
    const answer = await register(collector, {
      redirect_uris: [redirect],
      token_endpoint_auth_method: 'client_secret_post',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ redirect_uris: [redirect], token_endpoint_auth_method: 'none' });
    expect(answer.body).not.toHaveProperty('client_secret');
  });

  it.each([
    ['ends where a page would show no more of it', 'x'.repeat(101), 'x'.repeat(100)],
    ['ends with a whole sign', `${'x'.repeat(99)}\u{1f600}!`, `${'x'.repeat(99)}\u{1f600}`],
    [
      'has no more marks on a letter than languages have',
      `Z${'\u0351'.repeat(90)}a`,
      `Z${'\u0351'.repeat(4)}a`,
    ],
    ['keeps the marks of languages', 'Tiê\u0323\u0301ng Vi\u00eat', 'Tiê\u0323\u0301ng Vi\u00eat'],
    ['has no mark of direction', 'exe\u202egpj', 'exe gpj'],
    ['has no letter that nobody sees', '\u3164\u115f\u2800\u{e0041}', 'An application without a name'],
  ])('has a name that %s', async (_, client_name, shown) => {
    collector.clock.now += DAY_MS / 24;
    const { body } = await register(collector, { redirect_uris: [REDIRECT], client_name });
    expect(body).toMatchObject({ client_name: shown });
  });

  it('is told to wait after 20 in an hour', async () => {
    collector.clock.now += DAY_MS;
    const statuses: number[] = [];
    for (let index = 0; index < 21; index += 1)
      statuses.push((await register(collector, { redirect_uris: [REDIRECT] })).status);
    expect(statuses.slice(-2)).toEqual([201, 429]);
    collector.clock.now += DAY_MS;
  });

  it('may try until it is right: what is refused is not counted', async () => {
    collector.clock.now += DAY_MS;
    for (let index = 0; index < 25; index += 1) await register(collector, { redirect_uris: [] });
    expect((await register(collector, { redirect_uris: [REDIRECT] })).status).toBe(201);
  });

  it('is forgotten after 30 days in which nobody let it in', async () => {
    const unused = await registerAt(collector);
    collector.clock.now += 31 * DAY_MS;
    await registerAt(collector);
    expect((await unused.refresh('ort_x')).body).toMatchObject({ error: 'invalid_client' });
  });
});

async function statusOf(bearer: string): Promise<number> {
  return (await collector.client.send({ path: '/v1/me', bearer })).status;
}

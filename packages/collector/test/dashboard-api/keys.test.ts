import { PLANS, SCOPES } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { createAccount } from '../../src/accounts/accounts.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { linkClient } from '../../src/accounts/agencies.ts';
import { addMember } from '../../src/accounts/members.ts';
import { createProject, updateProject } from '../../src/accounts/projects.ts';
import { startTestCollector } from '../collector.ts';
import { addPerson, codeOf, openBrowser, PASSWORD, type TestBrowser } from './browser.ts';

const collector = await startTestCollector();
const { client, clock, control } = collector;
const operator = asOperator(control, () => clock.now);

const WISH = { kind: 'secret', name: 'Weekly report', scopes: ['analytics:read'], projects: 'all' };

async function addAccount(plan: keyof typeof PLANS, kind = 'customer'): Promise<string> {
  return (await createAccount(operator, { name: `${kind} on ${plan}`, kind, plan })).id;
}

let people = 0;
async function signedIn(account: string | null, role = 'admin', isSuperadmin = false): Promise<TestBrowser> {
  const email = `person${++people}@example.com`;
  await addPerson(collector, email, isSuperadmin);
  if (account !== null) await addMember(operator, { user: email, account }, role);
  const browser = openBrowser(collector);
  await browser.post('/sign-in', { email, password: PASSWORD });
  return browser;
}

type Made = { readonly data: { readonly id: string; readonly key: string; readonly last4: string } };
type Listed = {
  readonly data: readonly { readonly id: string; readonly [name: string]: unknown }[];
  readonly meta: object;
};

async function make(browser: TestBrowser, account: string, wish: object = {}): Promise<Made['data']> {
  const { body } = await browser.post(`/accounts/${account}/keys`, { ...WISH, ...wish });
  return (body as Made).data;
}
const list = async (browser: TestBrowser, account: string) =>
  (await browser.get(`/accounts/${account}/keys`)).body as Listed;
const me = async (bearer: string) => (await client.send({ path: '/v1/me', bearer })).status;

describe('keys in the dashboard', () => {
  it('are shown once, work, are listed with what was asked, and stop working when they are revoked', async () => {
    const account = await addAccount('growth');
    const browser = await signedIn(account);
    const { id, key, last4 } = await make(browser, account);
    expect([await me(key), await me(key)]).toEqual([200, 200]);

    const { data, meta } = await list(browser, account);
    expect(data).toEqual([
      {
        ...{ id, kind: 'secret', name: 'Weekly report', last4, projects: 'all' },
        scopes: ['analytics:read', 'projects:read'],
        ...{ agency_wide: false, state: 'active', created_by: `person${people}@example.com` },
        created_at: new Date(clock.now).toISOString(),
        expires_at: new Date(clock.now + 90 * 86_400_000).toISOString(),
        last_used_at: new Date(clock.now).toISOString(),
        ...{ requests_today: 2, requests_this_minute: 2, requests_at_once: 0 },
      },
    ]);
    expect(meta).toMatchObject({ kind: 'customer', plan: 'growth', active_keys: 1, limits: PLANS.growth });
    expect(JSON.stringify(data)).not.toContain(key);

    expect((await browser.delete(`/keys/${id}`)).status).toBe(200);
    expect(await me(key)).toBe(401);
    expect(codeOf(await browser.delete(`/keys/${id}`))).toBe('not_found');
    expect((await list(browser, account)).data).toMatchObject([{ id, state: 'revoked' }]);
  });

  it('can be seen by viewers and made by admins, and by nobody beside the account', async () => {
    const account = await addAccount('enterprise');
    const admin = await signedIn(account);
    const { id } = await make(admin, account);
    for (const [role, read, write] of [
      ['viewer', 200, 'read_only_role'],
      ['member', 200, 'not_allowed'],
      ['owner', 200, 200],
      ['stranger', 'not_found', 'not_found'],
    ] as const) {
      const browser = await signedIn(role === 'stranger' ? null : account, role);
      const path = `/accounts/${account}/keys`;
      expect([role, codeOf(await browser.get(path))]).toEqual([role, read]);
      expect([role, codeOf(await browser.post(path, WISH))]).toEqual([role, write]);
      if (write !== 200) expect(codeOf(await browser.delete(`/keys/${id}`))).toBe(write);
    }
  });

  it('are as many as the plan allows, which is said in words', async () => {
    const account = await addAccount('starter');
    const browser = await signedIn(account);
    for (let made = 0; made < PLANS.starter.keys; made += 1) await make(browser, account);
    const answer = await browser.post(`/accounts/${account}/keys`, WISH);
    expect(codeOf(answer)).toBe('plan_required');
    expect(answer.body).toMatchObject({
      error: {
        message: expect.stringContaining('has 3 active keys, and its plan starter allows 3'),
        details: { fields: [{ field: 'account' }], upgrade_url: `${collector.baseUrl}/billing` },
      },
    });
    expect((await list(browser, account)).meta).toMatchObject({ active_keys: 3 });
  });

  it('are agency-wide only for agencies whose plan has that', async () => {
    const wide = { ...WISH, agency_wide: true };
    const outcomes = [];
    for (const [plan, kind] of [
      ['enterprise', 'customer'],
      ['growth', 'agency'],
      ['agency', 'agency'],
    ] as const) {
      const account = await addAccount(plan, kind);
      const answer = await (await signedIn(account)).post(`/accounts/${account}/keys`, wide);
      outcomes.push(codeOf(answer));
      const told = { error: { details: { upgrade_url: `${collector.baseUrl}/billing` } } };
      if (plan === 'growth') expect(answer.body).toMatchObject(told);
    }
    expect(outcomes).toEqual(['conflict', 'plan_required', 200]);
  });

  it('of a superadmin reach only what their owner reaches', async () => {
    const account = await addAccount('growth');
    const { project } = await createProject(operator, { domain: 'own.example', accountId: account });
    const superadmin = await signedIn(null, '', true);
    const { key } = await make(superadmin, account, { scopes: SCOPES });
    const { body } = await client.send({ path: '/v1/projects', bearer: key });
    expect((body as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual([project.id]);
    const answer = await superadmin.post(`/accounts/${account}/keys`, {
      ...WISH,
      projects: [collector.project],
    });
    expect(codeOf(answer)).toBe('not_found');
    expect(JSON.stringify(answer.body)).toContain('"field":"projects"');
  });

  it('of servers are for one project of the account itself', async () => {
    const client = await addAccount('growth');
    const agency = await addAccount('agency', 'agency');
    await linkClient(operator, { agency, client });
    const { project } = await createProject(operator, { domain: 'client.example', accountId: client });
    const server = { kind: 'server', scopes: [], expiry: 'never' };
    const own = await signedIn(client);
    const { key } = await make(own, client, { ...server, projects: [project.id] });
    expect(key).toMatch(/^srv_/);
    const refused = async (browser: TestBrowser, account: string, projects: unknown) =>
      codeOf(await browser.post(`/accounts/${account}/keys`, { ...WISH, ...server, projects }));
    expect(await refused(own, client, 'all')).toBe('invalid_request');
    expect(await refused(own, client, [project.id, collector.project])).toBe('invalid_request');
    expect(await refused(own, client, [collector.project])).toBe('not_found');
    const ofAgency = await signedIn(agency);
    expect(await refused(ofAgency, agency, [project.id]), 'a client of the agency').toBe('not_found');
  });

  it.each([
    ['name', { name: '' }],
    ['name', { name: '\u202ex' }],
    ['scopes', { scopes: ['events:write'] }],
    ['projects', { projects: [] }],
    ['expiry', { expiry: '7' }],
    ['kind', { kind: 'public' }],
    ['token', { token: 'sk_mine' }],
  ])('are refused with a wrong %s, which is named', async (field, wrong) => {
    const account = await addAccount('growth');
    const browser = await signedIn(account);
    const answer = await browser.post(`/accounts/${account}/keys`, { ...WISH, ...wrong });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(`"field":"${field}`);
    expect((await list(browser, account)).data).toEqual([]);
  });

  it('leave entries in the audit log that have no key in them', async () => {
    const account = await addAccount('growth');
    const browser = await signedIn(account);
    const { id, key } = await make(browser, account);
    await browser.delete(`/keys/${id}`);
    const entries = (await control.listAudit({ account, limit: 10 })).filter(({ subject }) => subject === id);
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['create_key', 'revoke_key']);
    expect(JSON.stringify(entries)).not.toContain(key);
  });

  it('of servers write no more into a project that has moved to another account', async () => {
    const [account, other] = [await addAccount('growth'), await addAccount('growth')];
    const { project, serverKey } = await createProject(operator, {
      domain: 'moves.example',
      accountId: account,
    });
    const track = async () => {
      const sent = { method: 'POST', path: '/v1/track', bearer: serverKey, json: { event_type: 'lead' } };
      return client.send(sent);
    };
    expect((await track()).status).toBe(200);
    await updateProject(operator, project.id, { accountId: other });
    const refused = await track();
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      401,
      expect.stringContaining('moved to another account'),
    ]);
    await updateProject(operator, project.id, { accountId: account });
    expect((await track()).status).toBe(200);
  });
});

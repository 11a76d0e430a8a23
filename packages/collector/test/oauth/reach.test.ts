import { SCOPES } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { createAccount } from '../../src/accounts/accounts.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { endClient, linkClient, restrictMember } from '../../src/accounts/agencies.ts';
import { addMember, changeRole, removeMember } from '../../src/accounts/members.ts';
import { startTestCollector } from '../collector.ts';
import { addPerson, codeOf, openBrowser, PASSWORD } from '../dashboard-api/browser.ts';
import { surfacesOf } from '../reach/surfaces.ts';
import { type StoreTable, withoutTable } from '../rename-table.ts';
import { connect, look, registerAt } from './application.ts';

const collector = await startTestCollector({ settings: { CVQ_TRUST_PROXY: '127.0.0.1' } });
const { client, control, clock } = collector;
const operator = asOperator(control, () => clock.now);
// Each question goes to the read API and to an agent's tool.
const { seen, overview, conversion, retry } = surfacesOf(collector);
const application = await registerAt(collector);

const UNKNOWN = 'conv_1760000000000_abcdefghij';

let people = 0;
async function aPerson({ isSuperadmin = false } = {}) {
  people += 1;
  const user = `person${people}@example.com`;
  await addPerson(collector, user, isSuperadmin);
  const browser = openBrowser(collector, `203.0.${people}.1`);
  await browser.post('/sign-in', { email: user, password: PASSWORD });
  return { user, browser };
}

/** An account with a project. */
async function aCustomer(kind: 'customer' | 'agency' = 'customer') {
  const { id } = await createAccount(operator, { kind, name: 'Account', plan: 'enterprise' });
  const { project } = await collector.addProject({ accountId: id });
  return { account: id, project };
}

describe('over OAuth, by the read API and by agents', () => {
  it('a project out of reach is not found, in the same words as one that does not exist', async () => {
    const { user, browser } = await aPerson();
    const [own, foreign] = [await aCustomer(), await aCustomer()];
    await addMember(operator, { user, account: own.account }, 'member');
    const { access_token } = await connect(application, browser);
    const [out, none] = [
      await overview(access_token, foreign.project),
      await overview(access_token, 'proj_none'),
    ];
    expect([out.status, out.body]).toEqual([404, none.body]);
    expect((await overview(access_token, own.project)).status).toBe(200);
  });

  it('a conversion of a foreign project is not found, in the same words as one that does not exist', async () => {
    const { user, browser } = await aPerson();
    const own = await aCustomer();
    const { project: foreign, serverKey } = await collector.addProject();
    await addMember(operator, { user, account: own.account }, 'member');
    const sale = { event_type: 'purchase', properties: { order_id: 'f-1', value: 5, currency: 'EUR' } };
    const sent = await client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json: sale });
    const id = (sent.body as { event_id: string }).event_id.replace('evt_', 'conv_');
    const scope = 'conversions:read conversions:write';
    const { access_token: token } = await connect(application, browser, { scope });
    const { token: key } = await collector.addKey({ accountId: own.account, scopes: [...SCOPES] });
    for (const bearer of [token, key]) {
      for (const [ask, none] of [
        [conversion(bearer, id, own.project), conversion(bearer, UNKNOWN, own.project)],
        [conversion(bearer, id, foreign), conversion(bearer, UNKNOWN, foreign)],
        [retry(bearer, own.project, id), retry(bearer, own.project, UNKNOWN)],
        [retry(bearer, foreign, id), retry(bearer, foreign, UNKNOWN)],
      ]) {
        const [answer, unknown] = [await ask, await none];
        expect([answer?.status, answer?.body]).toEqual([404, unknown?.body]);
      }
    }
  });

  it('a grant for some projects sees those, and none when the person loses them', async () => {
    const { user, browser } = await aPerson();
    const { account, project } = await aCustomer();
    const { project: other } = await collector.addProject({ accountId: account });
    await addMember(operator, { user, account }, 'member');
    const { access_token } = await connect(application, browser, { projects: [project] });
    expect(await seen(access_token)).toEqual([project]);
    expect((await overview(access_token, other)).status).toBe(404);
    await control.deleteProject(project, clock.now);
    expect(await seen(access_token)).toEqual([]);
  });

  it('a member who is restricted to some clients of an agency sees those, from the next request on', async () => {
    const { user, browser } = await aPerson();
    const agency = await aCustomer('agency');
    const [one, other] = [await aCustomer(), await aCustomer()];
    for (const { account } of [one, other])
      await linkClient(operator, { agency: agency.account, client: account });
    await addMember(operator, { user, account: agency.account }, 'member');
    const { access_token } = await connect(application, browser);
    expect(await seen(access_token)).toEqual([agency.project, one.project, other.project].toSorted());
    await restrictMember(operator, { user, agency: agency.account }, [one.account]);
    expect(await seen(access_token)).toEqual([one.project]);
    await endClient(operator, { agency: agency.account, client: one.account });
    expect(await seen(access_token)).toEqual([]);
    expect((await overview(access_token, one.project)).status).toBe(404);
    await restrictMember(operator, { user, agency: agency.account }, []);
    expect(await seen(access_token), 'and none of its own').toEqual([]);
  });

  it('a client is seen while it is one: not when it is only invited, and again when it comes back', async () => {
    const { user, browser } = await aPerson();
    const [agency, client] = [await aCustomer('agency'), await aCustomer()];
    await addMember(operator, { user, account: agency.account }, 'member');
    const { access_token } = await connect(application, browser);
    const pair = { agencyId: agency.account, clientId: client.account };
    const ids = { agency: agency.account, client: client.account };
    await control.inviteClient({ id: 'rel_invited', ...pair }, clock.now);
    expect(await seen(access_token)).toEqual([agency.project]);
    await control.acceptClient(pair, clock.now);
    expect(await seen(access_token)).toEqual([agency.project, client.project].toSorted());
    await endClient(operator, ids);
    expect(await seen(access_token)).toEqual([agency.project]);
    expect((await overview(access_token, client.project)).status).toBe(404);
    await linkClient(operator, ids);
    expect((await overview(access_token, client.project)).status).toBe(200);
  });

  it('a member of one project sees that one and not its siblings', async () => {
    const { user, browser } = await aPerson();
    const { account, project } = await aCustomer();
    const { project: sibling } = await collector.addProject({ accountId: account });
    await addMember(operator, { user, project }, 'admin');
    const { access_token } = await connect(application, browser);
    expect(await seen(access_token)).toEqual([project]);
    expect((await overview(access_token, sibling)).status).toBe(404);
  });

  it('two memberships are seen together, and a project leaves with its account', async () => {
    const { user, browser } = await aPerson();
    const [one, other, third] = [await aCustomer(), await aCustomer(), await aCustomer()];
    await addMember(operator, { user, account: one.account }, 'viewer');
    await addMember(operator, { user, project: other.project }, 'member');
    const { access_token } = await connect(application, browser);
    expect(await seen(access_token)).toEqual([one.project, other.project].toSorted());
    await control.changeProject(one.project, { accountId: third.account });
    expect(await seen(access_token)).toEqual([other.project]);
    await control.changeAccount(other.account, { suspendedAt: clock.now });
    expect(await seen(access_token)).toEqual([]);
  });

  it('a project may be left out where one is seen, and those to choose from are those in reach', async () => {
    const { user, browser } = await aPerson();
    const { account, project } = await aCustomer();
    await addMember(operator, { user, account }, 'member');
    const { access_token } = await connect(application, browser);
    expect((await overview(access_token)).body).toMatchObject({ meta: { project } });
    const { project: second } = await collector.addProject({ accountId: account });
    const { status, body } = await overview(access_token);
    const { details } = (body as { error: { details: { available_projects: { id: string }[] } } }).error;
    expect([status, details.available_projects.map(({ id }) => id).toSorted()]).toEqual([
      ...[400, [project, second].toSorted()],
    ]);
    await removeMember(operator, { user, account });
    expect((await overview(access_token)).status).toBe(400);
  });

  it('a fault of a look-up is one, and never a project that is not found or a token that has ended', async () => {
    const { user, browser } = await aPerson();
    const { account, project } = await aCustomer();
    await addMember(operator, { user, account }, 'member');
    const { access_token: bearer } = await connect(application, browser);
    const calls = [
      { path: `/v1/analytics/overview?project=${project}`, bearer },
      { method: 'POST', path: '/mcp', json: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, bearer },
    ];
    for (const name of ['oauth_tokens', 'oauth_grants', 'account_members', 'agency_clients']) {
      const table: StoreTable = ['control', name];
      const answers = await withoutTable(collector.folder, table, () => Promise.all(calls.map(client.send)));
      expect([name, ...answers.map(codeOf)]).toEqual([name, 'internal_error', 'internal_error']);
    }
    expect((await overview(bearer, project)).status).toBe(200);
  });

  it('nothing is left of a membership that has ended', async () => {
    const { user, browser } = await aPerson();
    const { account, project } = await aCustomer();
    await addMember(operator, { user, account }, 'member');
    const { access_token } = await connect(application, browser);
    await removeMember(operator, { user, account });
    const refused = await overview(access_token, project);
    expect([await seen(access_token), refused.status]).toEqual([[], 404]);
    // There is nothing to choose from then.
    expect(refused.body).toMatchObject({ error: { message: expect.stringContaining('none any more') } });
  });

  it('a superadmin lets an application see every project only where they say so', async () => {
    const { user: email, browser } = await aPerson({ isSuperadmin: true });
    const user = { id: (await control.findUser(email))?.id ?? '' };
    const { project } = await aCustomer();
    expect((await look(browser, application.query())).projects).toContainEqual(
      expect.objectContaining({ id: project, as_superadmin: true }),
    );
    const usual = await connect(application, browser);
    expect(await seen(usual.access_token)).toEqual([]);
    const all = await connect(await registerAt(collector), browser, { as_superadmin: true });
    expect(await seen(all.access_token)).toContain(project);
    await control.changeUser(user.id, { isSuperadmin: false });
    expect(await seen(all.access_token)).toEqual([]);
    expect((await overview(all.access_token, project)).status).toBe(404);
  });
});

describe('the role of the person', () => {
  const scope = 'conversions:read conversions:write';
  it('keeps a viewer from writing by 403 read_only_role, without a challenge', async () => {
    const { user, browser } = await aPerson();
    const { account, project } = await aCustomer();
    await addMember(operator, { user, account }, 'member');
    const { access_token } = await connect(application, browser, { scope });
    expect(codeOf(await retry(access_token, project))).toBe('not_found');
    await changeRole(operator, { user, account }, 'viewer');
    const refused = await retry(access_token, project);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'read_only_role']);
    expect(refused.headers['www-authenticate']).toBeUndefined();
  });

  it('is told to a viewer before a scope, which nobody could give', async () => {
    const { user, browser } = await aPerson();
    const { account, project } = await aCustomer();
    await addMember(operator, { user, account }, 'viewer');
    const { access_token } = await connect(application, browser, { scope });
    expect(codeOf(await retry(access_token, project))).toBe('read_only_role');
  });

  it('is that of each project', async () => {
    const { user, browser } = await aPerson();
    const [viewed, managed] = [await aCustomer(), await aCustomer()];
    await addMember(operator, { user, account: viewed.account }, 'viewer');
    await addMember(operator, { user, account: managed.account }, 'admin');
    const { access_token } = await connect(application, browser, { scope });
    expect(codeOf(await retry(access_token, viewed.project))).toBe('read_only_role');
    expect(codeOf(await retry(access_token, managed.project))).toBe('not_found');
  });
});

describe('what a person of two accounts allows', () => {
  const entriesOf = (account: string) => control.listAudit({ account, limit: 9 });

  it('stands in the logs of both, each with its own projects, and so does its end', async () => {
    const { user, browser } = await aPerson();
    const [one, other, third] = [await aCustomer(), await aCustomer(), await aCustomer()];
    for (const { account } of [one, other]) await addMember(operator, { user, account }, 'member');
    await connect(application, browser, { projects: [one.project, other.project] });
    const [{ id = '' } = {}] = ((await browser.get('/grants')).body as { data: { id: string }[] }).data;
    await browser.delete(`/grants/${id}`);
    for (const { account, project } of [one, other]) {
      const [ended, allowed] = await entriesOf(account);
      expect(allowed).toMatchObject({ action: 'allow_authorization', after: { projects: [project] } });
      expect(ended).toMatchObject({ action: 'revoke_grant', before: { projects: [project] } });
      expect([ended?.subject, allowed?.subject]).toEqual([id, id]);
    }
    expect(await entriesOf(third.account)).not.toContainEqual(expect.objectContaining({ subject: id }));
  });

  it('as a superadmin stands in the log of no account beside those of their own', async () => {
    const { user, browser } = await aPerson({ isSuperadmin: true });
    const [own, foreign] = [await aCustomer(), await aCustomer()];
    await addMember(operator, { user, account: own.account }, 'member');
    await connect(application, browser, { as_superadmin: true });
    const noted = (await control.listAudit({ action: 'allow_authorization', limit: 2 })).map(
      ({ accountId }) => accountId,
    );
    expect(noted).toEqual(expect.arrayContaining([null, own.account]));
    expect((await entriesOf(foreign.account)).map(({ action }) => action)).not.toContain(
      'allow_authorization',
    );
  });
});

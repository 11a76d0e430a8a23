import { describe, expect, it } from 'vitest';
import { createAccount } from '../../src/accounts/accounts.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { endClient, linkClient, restrictMember } from '../../src/accounts/agencies.ts';
import { addMember, changeRole, removeMember } from '../../src/accounts/members.ts';
import { startTestCollector } from '../collector.ts';
import { addPerson, codeOf, openBrowser, PASSWORD } from '../dashboard-api/browser.ts';
import { connect, look, registerAt } from './application.ts';

const collector = await startTestCollector({ settings: { CVQ_TRUST_PROXY: '127.0.0.1' } });
const { client, control, clock } = collector;
const operator = asOperator(control, () => clock.now);
const application = await registerAt(collector);

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

async function seen(bearer: string): Promise<string[]> {
  const { body } = await client.send({ path: '/v1/projects', bearer });
  return (body as { data: { id: string }[] }).data.map(({ id }) => id).toSorted();
}

const overview = async (bearer: string, project: string) =>
  client.send({ path: `/v1/analytics/overview?range=7d&project=${project}`, bearer });

describe('over OAuth', () => {
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
  });

  it('nothing is left of a membership that has ended', async () => {
    const { user, browser } = await aPerson();
    const { account, project } = await aCustomer();
    await addMember(operator, { user, account }, 'member');
    const { access_token } = await connect(application, browser);
    await removeMember(operator, { user, account });
    expect([await seen(access_token), (await overview(access_token, project)).status]).toEqual([[], 404]);
  });

  it('a superadmin lets an application see every project only where they say so', async () => {
    const { browser } = await aPerson({ isSuperadmin: true });
    const { project } = await aCustomer();
    expect((await look(browser, application.query())).projects).toContainEqual(
      expect.objectContaining({ id: project, as_superadmin: true }),
    );
    const usual = await connect(application, browser);
    expect(await seen(usual.access_token)).toEqual([]);
    const all = await connect(await registerAt(collector), browser, { as_superadmin: true });
    expect(await seen(all.access_token)).toContain(project);
  });
});

describe('the role of the person', () => {
  const scope = 'conversions:read conversions:write';
  const retry = (bearer: string, project: string) =>
    client.send({
      ...{ method: 'POST', path: `/v1/conversions/evt_1760000000000_abc/retry?project=${project}`, bearer },
      json: {},
    });

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

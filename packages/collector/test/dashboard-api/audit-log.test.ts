import { randomBytes } from 'node:crypto';
import type { AuditLogResponse } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { createAccount } from '../../src/accounts/accounts.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { inviteMember } from '../../src/accounts/invitations.ts';
import { addMember } from '../../src/accounts/members.ts';
import { storeDemoProject } from '../../src/demo/demo-project.ts';
import { startTestCollector, type TestCollector } from '../collector.ts';
import { addPerson, codeOf, linkToken, openBrowser, PASSWORD, type TestBrowser, tokenOf } from './browser.ts';

const collector = await startTestCollector();
const { control, clock, project } = collector;
const operator = asOperator(control, () => clock.now);
const client = (await control.findProject(project))?.accountId ?? '';
const { id: agency } = await createAccount(operator, { name: 'Lens', kind: 'agency', plan: 'agency' });

async function memberOf(account: string, name: string) {
  await addPerson(collector, `${name}@example.com`);
  await addMember(operator, { user: `${name}@example.com`, account }, 'owner');
  const browser = openBrowser(collector);
  await browser.post('/sign-in', { email: `${name}@example.com`, password: PASSWORD });
  const log = async (query = '') =>
    (await browser.get(`/audit-log?account=${account}${query}`)).body as AuditLogResponse;
  return { ...browser, log };
}
const ann = await memberOf(client, 'ann');
const cleo = await memberOf(agency, 'cleo');

it('tells both sides of an agency what was done, and of the other side not by whom or from where', async () => {
  await cleo.post(`/agencies/${agency}/clients`, { client });
  await ann.post(`/agencies/${agency}/clients/${client}/accept`);
  const network = '127.0.0.0';
  const of = ({ data }: AuditLogResponse) =>
    data.slice(0, 2).map(({ action, actor, network: from }) => [action, actor.name ?? actor.kind, from]);
  expect(of(await ann.log())).toEqual([
    ['accept_client', 'ann@example.com', network],
    ['invite_client', 'other_account', null],
  ]);
  expect(of(await cleo.log())).toEqual([
    ['accept_client', 'other_account', null],
    ['invite_client', 'cleo@example.com', network],
  ]);
});

it('holds no link, no token and no password, whatever is done', async () => {
  const made = await ann.post('/invitations', { email: 'bea@example.com', role: 'viewer', account: client });
  const token = tokenOf((made.body as { data: { link: string } }).data.link);
  await openBrowser(collector).post('/invitations/redeem', { token, password: 'another good password' });
  await ann.post('/me/password', { current_password: PASSWORD, new_password: 'a third good password' });
  const told = JSON.stringify(await control.listAudit({ limit: 1000 }));
  for (const action of ['sign_in', 'invite', 'redeem_invitation', 'change_password'])
    expect(told).toContain(`"action":"${action}"`);
  for (const secret of [token, PASSWORD, 'another good password', 'a third good password', 'argon2'])
    expect(told).not.toContain(secret);
});

it('is told by page, person, action and project, and knows no other account', async () => {
  await ann.post(`/projects/${project}/annotations`, { date: '2026-11-20', text: 'One' });
  const { data } = await ann.log();
  const first = await ann.log('&limit=2');
  expect(first.meta).toEqual({ next_before: data[1]?.id, days: 400 });
  expect((await ann.log(`&limit=2&before=${first.meta.next_before}`)).data).toEqual(data.slice(2, 4));
  expect((await ann.log('&action=add_annotation')).data).toEqual(data.slice(0, 1));
  expect((await ann.log(`&project=${project}`)).data.map(({ action }) => action)).toContain('add_annotation');
  const own = data.filter(({ actor }) => actor.name === 'ann@example.com');
  expect((await ann.log(`&user=${own[0]?.actor.id}`)).data).toEqual(own);
  expect(codeOf(await ann.get(`/audit-log?account=${agency}`))).toBe('not_found');
  expect(codeOf(await ann.get('/audit-log'))).toBe('not_allowed');
});

it('is CSV for who asks for that, in which nothing is a formula', async () => {
  await ann.post(`/projects/${project}/annotations`, { date: '2026-11-20', text: '=HYPERLINK("x")' });
  const { headers, bytes } = await ann.get(`/audit-log?account=${client}&limit=1`, { Accept: 'text/csv' });
  expect(headers['content-type']).toContain('text/csv');
  const [columns, row] = bytes.toString().split('\r\n');
  expect(columns).toMatch(/^id,at,actor,actor_id,actor_name,surface,.*,before,after$/);
  expect(row).toContain(`,"'=HYPERLINK(""x"")",done,`);
});

const ZOE = { email: 'zoe@example.com', password: PASSWORD };

/** What the log tells last: the action, by whom, about whom, from where, and what came of it. */
async function lastTold({ control: store }: TestCollector) {
  const [entry] = await store.listAudit({ limit: 1 });
  const { action, actor, subjectName: name, surface, network, after, outcome } = entry ?? {};
  const by = actor?.kind === 'person' ? actor.email : actor?.kind;
  return { action, by, name, surface, network, after, outcome };
}

describe('the audit log tells how somebody came in and went', () => {
  const toldOf = (action: string, after: unknown = null) => ({
    ...{ action, by: ZOE.email, name: ZOE.email, after, outcome: 'done' },
    ...{ surface: 'dashboard', network: '127.0.0.0' },
  });
  const deps = { ...operator, random: randomBytes, origin: collector.origin };
  const invited = async () => {
    const guest = { email: ZOE.email, role: 'viewer', account: client } as const;
    return tokenOf((await inviteMember(deps, guest)).link.address);
  };
  const zoe = openBrowser(collector);

  it('set_up and sign_up, of the first person', async () => {
    const fresh = await startTestCollector();
    const token = await linkToken(fresh, 'set_up');
    await openBrowser(fresh).post('/set-up', { ...ZOE, token });
    expect(await lastTold(fresh)).toEqual(toldOf('set_up', { superadmin: true }));

    const demo = await startTestCollector({ opensDemo: true });
    await storeDemoProject(demo.control, demo.project);
    const browser = openBrowser(demo);
    await browser.post('/open-demo', { token: await linkToken(demo, 'demo') });
    expect(await lastTold(demo)).toMatchObject({ action: 'open_demo', by: 'demo' });
    await browser.post('/sign-up', ZOE);
    expect(await lastTold(demo)).toEqual(toldOf('sign_up', { superadmin: true }));
  });

  it('redeem_invitation, of somebody new and of who is a person already', async () => {
    await zoe.post('/invitations/redeem', { token: await invited(), password: PASSWORD });
    expect(await lastTold(collector)).toEqual(toldOf('redeem_invitation', { role: 'viewer' }));
    const place = { projectId: project };
    const { link } = await inviteMember(deps, { email: ZOE.email, role: 'member', project });
    await zoe.post('/invitations/redeem', { token: tokenOf(link.address) });
    expect(await lastTold(collector)).toEqual(toldOf('redeem_invitation', { role: 'member' }));
    const user = await control.findUser(ZOE.email);
    expect(await control.findMember(user?.id ?? '', place)).toMatchObject({ role: 'member' });
  });

  it('redeem_invitation, of who has a higher role by then, with the role that they keep', async () => {
    const email = 'eve@example.com';
    const { link } = await inviteMember(deps, { email, role: 'viewer', account: client });
    const eve = await memberOf(client, 'eve');
    const { body } = await eve.post('/invitations/redeem', { token: tokenOf(link.address) });
    expect(body).toMatchObject({ data: { accounts: [{ id: client, role: 'owner' }] } });
    expect(await lastTold(collector)).toMatchObject({
      ...{ action: 'redeem_invitation', by: email, after: { role: 'owner' } },
    });
  });

  it.each<[action: string, ask: (browser: TestBrowser) => Promise<unknown>]>([
    ['sign_in', (browser) => browser.post('/sign-in', ZOE)],
    ['step_up', (browser) => browser.post('/step-up', { password: PASSWORD })],
    ['sign_out', (browser) => browser.post('/sign-out')],
  ])('%s', async (action, ask) => {
    await ask(zoe);
    expect(await lastTold(collector)).toEqual(toldOf(action));
  });

  it('end_session and sign_out_everywhere', async () => {
    const elsewhere = openBrowser(collector);
    await elsewhere.post('/sign-in', ZOE);
    await zoe.post('/sign-in', ZOE);
    const { data } = (await zoe.get('/sessions')).body as {
      data: { id: string; is_current: boolean }[];
    };
    await zoe.delete(`/sessions/${data.find((session) => !session.is_current)?.id}`);
    expect(await lastTold(collector)).toMatchObject({
      action: 'end_session',
      by: ZOE.email,
      outcome: 'done',
    });
    await zoe.post('/sign-out-everywhere');
    expect(await lastTold(collector)).toMatchObject({ action: 'sign_out_everywhere', by: ZOE.email });
  });

  it('redeem_reset', async () => {
    const { id = '' } = (await control.findUser(ZOE.email)) ?? {};
    const token = await linkToken(collector, 'reset', { userId: id });
    await openBrowser(collector).post('/resets/redeem', { token, password: 'one more good password' });
    expect(await lastTold(collector)).toEqual(toldOf('redeem_reset'));
  });

  it('nothing where it came to nothing', async () => {
    const before = await control.listAudit({ limit: 1 });
    await openBrowser(collector).post('/sign-in', { ...ZOE, password: 'wrong wrong wrong' });
    await openBrowser(collector).post('/resets/redeem', { token: 'x', password: PASSWORD });
    expect(await control.listAudit({ limit: 1 })).toEqual(before);
  });
});

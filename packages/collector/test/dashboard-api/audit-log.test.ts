import type { AuditLogResponse } from '@cvq/contract';
import { expect, it } from 'vitest';
import { createAccount } from '../../src/accounts/accounts.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { addMember } from '../../src/accounts/members.ts';
import { startTestCollector } from '../collector.ts';
import { addPerson, codeOf, openBrowser, PASSWORD, tokenOf } from './browser.ts';

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

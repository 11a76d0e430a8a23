import { describe, expect, it } from 'vitest';
import { asOperator } from '../../src/accounts/actor.ts';
import { addMember, removeMember } from '../../src/accounts/members.ts';
import { startTestCollector } from '../collector.ts';
import { addPerson, openBrowser, PASSWORD } from '../dashboard-api/browser.ts';
import { connect, registerAt } from '../oauth/application.ts';
import { cvq } from '../program.ts';

const collector = await startTestCollector();
const { control, client, project } = collector;
// The commands have the time of the machine.
collector.clock.now = Date.now();
const operator = asOperator(control, () => collector.clock.now);
const user = 'ann@example.com';
await addPerson(collector, user);
await addMember(operator, { user, project }, 'member');
const browser = openBrowser(collector);
await browser.post('/sign-in', { email: user, password: PASSWORD });

const run = (...args: readonly string[]) => cvq(['oauth', ...args], { CVQ_DATA: collector.folder });

async function list(): Promise<Record<string, unknown>[]> {
  const { code, stdout, stderr } = await run('list', '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Record<string, unknown>[];
}

const statusWith = async (bearer: string) => (await client.send({ path: '/v1/me', bearer })).status;

describe('cvq oauth', () => {
  it('lists what people let applications do, and never a token', async () => {
    expect(await list()).toEqual([]);
    const application = await registerAt(collector, { client_name: 'Analyst' });
    const tokens = await connect(application, browser, { projects: [project] });
    const [grant, ...others] = await list();
    expect(others).toEqual([]);
    expect(grant).toEqual({
      id: expect.stringMatching(/^grt_[A-Za-z0-9]{16}$/),
      ...{ user, application: 'Analyst', host: null, as_superadmin: false },
      redirect_hosts: ['127.0.0.1:4567'],
      scopes: ['projects:read', 'analytics:read', 'conversions:read', 'bots:read'],
      projects: [{ id: project, name: 'shop.example' }],
      created_at: new Date(collector.clock.now).toISOString(),
      last_used_at: null,
    });
    const { stdout } = await run('list');
    for (const part of [String(grant?.id), user, 'Analyst', project, 'never']) expect(stdout).toContain(part);
    for (const token of [tokens.access_token, tokens.refresh_token]) expect(stdout).not.toContain(token);
  });

  it('says where an application sees everything, since a superadmin allowed it', async () => {
    await addPerson(collector, 'super@example.com', true);
    const superadmin = openBrowser(collector);
    await superadmin.post('/sign-in', { email: 'super@example.com', password: PASSWORD });
    const application = await registerAt(collector, { client_name: 'Watcher' });
    await connect(application, superadmin, { as_superadmin: true });
    expect((await run('list')).stdout).toContain('all (as a superadmin)');
    const grant = (await list()).find(({ application: name }) => name === 'Watcher');
    await run('revoke', String(grant?.id));
  });

  it('says when an application asked last', async () => {
    const application = await registerAt(collector, { client_name: 'Asker' });
    const { access_token } = await connect(application, browser);
    const asker = async () => (await list()).find(({ application: name }) => name === 'Asker');
    expect(await asker()).toMatchObject({ last_used_at: null });
    expect(await statusWith(access_token)).toBe(200);
    expect(await asker()).toMatchObject({ last_used_at: new Date(collector.clock.now).toISOString() });
    await run('revoke', String((await asker())?.id));
  });

  it('revokes one for good: tokens are refused from the next request on, and the audit log says by whom', async () => {
    const application = await registerAt(collector, { client_name: 'Reporter' });
    const tokens = await connect(application, browser);
    const grant = (await list()).find(({ application: name }) => name === 'Reporter');
    expect(await statusWith(tokens.access_token)).toBe(200);
    const { code, stdout } = await run('revoke', String(grant?.id));
    expect([code, stdout.trim()]).toEqual([0, `Revoked ${grant?.id}.`]);
    expect(await statusWith(tokens.access_token)).toBe(401);
    expect((await application.refresh(tokens.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await list()).map(({ application: name }) => name)).toEqual(['Analyst']);
    const [entry] = await control.listAudit({ action: 'revoke_grant', limit: 1 });
    expect(entry).toMatchObject({
      ...{ actor: { kind: 'operator' }, surface: 'command_line', outcome: 'done', subject: grant?.id },
      ...{ subjectName: 'Reporter', before: { application: application.clientId, projects: 'all' } },
    });
  });

  it('says none where the person reaches nothing any more of what the application may see', async () => {
    await removeMember(operator, { user, project });
    expect(await list()).toMatchObject([{ application: 'Analyst', projects: [] }]);
    expect((await run('list')).stdout).toMatch(/bots:read +none +/);
  });

  it('tells who revokes what is not there', async () => {
    const { code, stdout, stderr } = await run('revoke', 'grt_none');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Unknown or revoked grant: grt_none.');
    expect(stderr).not.toMatch(/^ +at /m);
  });
});

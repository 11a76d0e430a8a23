import { expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';
import { addPerson, openBrowser, PASSWORD } from '../dashboard-api/browser.ts';
import { cvq } from '../program.ts';

const collector = await startTestCollector();
const { control, project } = collector;
const account = (await control.findProject(project))?.accountId ?? '';
const { id: user } = await addPerson(collector, 'ann@example.com');
await openBrowser(collector).post('/sign-in', { email: 'ann@example.com', password: PASSWORD });

const run = (...args: readonly string[]) => cvq(args, { CVQ_DATA: collector.folder });

async function list(...args: readonly string[]): Promise<Record<string, unknown>[]> {
  const { code, stdout, stderr } = await run('audit', 'list', ...args, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Record<string, unknown>[];
}

it('lists who changed what in every account and in none, the newest first', async () => {
  await run('project', 'update', project, '--name', 'Shop');
  const [change, signIn] = await list();
  expect(change).toMatchObject({
    ...{ actor: { kind: 'operator' }, action: 'update_project', account, project, outcome: 'done' },
    after: { name: 'Shop' },
  });
  expect(signIn).toMatchObject({
    ...{ actor: { kind: 'person', id: user, name: 'ann@example.com' }, surface: 'dashboard' },
    ...{ network: '127.0.0.0', action: 'sign_in', account: null },
  });
  const { stdout } = await run('audit', 'list');
  const [heading, first, second] = stdout.split('\n');
  expect(heading).toMatch(/^ENTRY +TIME +WHO +FROM +ACCOUNT +ACTION +WHAT$/);
  for (const part of ['operator', 'command_line', account, 'update_project']) expect(first).toContain(part);
  for (const part of ['ann@example.com', 'dashboard, 127.0.0.0', ' none ', 'sign_in'])
    expect(second).toContain(part);
});

it('is narrowed by account, project, action and user, and goes on before an entry', async () => {
  const actions = async (...args: readonly string[]) => (await list(...args)).map(({ action }) => action);
  expect(await actions('--account', account, '--limit', '1')).toEqual(['update_project']);
  expect(await actions('--project', project, '--action', 'update_project')).toEqual(['update_project']);
  expect(await actions('--user', 'ann@example.com')).toEqual(['sign_in']);
  expect(await actions('--user', user)).toEqual(['sign_in']);
  const [newest] = await list('--limit', '1');
  expect(await actions('--before', String(newest?.id), '--limit', '1')).toEqual(['sign_in']);
});

it('refuses an account and a user that are not there', async () => {
  for (const [option, text, problem] of [
    ['--account', 'acc_none', 'Unknown account: acc_none.'],
    ['--user', 'bea@example.com', 'Unknown user: bea@example.com.'],
  ] as const) {
    const { code, stderr } = await run('audit', 'list', option, text);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`cvq: ${option}: ${problem}`)]);
  }
});

it('tells of no import whose file cannot be read', async () => {
  await addPerson(collector, 'eve@example.com', true);
  const browser = openBrowser(collector);
  await browser.post('/sign-in', { email: 'eve@example.com', password: PASSWORD });
  const [before] = await list('--limit', '1');
  for (const what of ['spend', 'rates']) {
    const missing = await run(what, 'import', '--project', project, '/nowhere/file.csv');
    expect(missing).toMatchObject({ code: 1, stderr: 'cvq: /nowhere/file.csv does not exist.\n' });
    const noTable = await browser.post(`/projects/${project}/${what}`, {});
    expect(noTable).toMatchObject({
      status: 400,
      body: { error: { message: 'Content-Type must be text/csv.' } },
    });
  }
  expect(await list('--limit', '1')).toEqual([before]);
});

import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { runCvq } from '../run-cvq.ts';
import { ANN, signUp } from '../sign-up.ts';
import { type StartedDemo, startDemo } from '../started-demo.ts';
import { writesOfRoles } from '../writes-of-roles.ts';

const PASSWORD = ANN.password;

let demo: StartedDemo;
let ann: Page;
const origin = () => `http://localhost:${demo.port}`;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  demo = await startDemo();
  ann = await (await browser.newContext()).newPage();
  await signUp(ann, demo);
});
test.afterAll(() => demo.end());

async function fillIn(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
  await page.keyboard.press('Enter');
}

const open = (page: Page, place: string, project = demo.project) =>
  page.goto(`${origin()}/${project}/settings/${place}`);

/** The command line at the stores of the collector. */
async function cvq<Told>(...given: readonly string[]): Promise<Told> {
  const env = { PATH: process.env.PATH, CVQ_DATA: demo.folder, CVQ_PASSWORD: PASSWORD };
  return JSON.parse(await runCvq(env, ...given, '--json')) as Told;
}

/** What a write answers that a page of the dashboard sends. */
function write(page: Page, method: string, path: string, body: object): Promise<string> {
  return page.evaluate(
    async ([how, where, what]) => {
      const headers = { 'Content-Type': 'application/json', 'X-Cvq-Dashboard': '1' };
      const response = await fetch(`/dashboard-api/v1${where}`, { method: how, headers, body: what });
      const told = (await response.json()) as { error?: { code: string } };
      return `${response.status} ${told.error?.code}`;
    },
    [method, path, JSON.stringify(body)] as const,
  );
}

/** A link by which somebody becomes a viewer. */
async function inviteViewer(email: string): Promise<string> {
  await open(ann, 'members');
  await ann.getByRole('button', { name: 'Invite somebody' }).click();
  await ann.getByLabel('What may they do?').selectOption('viewer');
  await ann.getByLabel('E-mail').fill(email);
  await ann.keyboard.press('Enter');
  const shown = ann.getByRole('dialog', { name: `The invitation of ${email}` });
  const link = (await shown.locator('code').textContent()) ?? '';
  await shown.getByRole('button', { name: 'I stored it' }).click();
  return link;
}

test('who has been here before signs in at the page of an invitation, and accepts it there', async ({
  browser,
}) => {
  await cvq('user', 'create', '--email', 'dan@example.com');
  const link = await inviteViewer('dan@example.com');
  const dan = await (await browser.newContext()).newPage();
  await dan.goto(link);
  await dan.getByRole('button', { name: 'Sign in, if you have been here before' }).click();
  await fillIn(dan, { 'E-mail': 'dan@example.com', Password: PASSWORD });
  await dan.getByRole('button', { name: 'Accept' }).click();
  await expect(dan).toHaveURL(new RegExp(demo.project));
  await open(dan, 'members');
  await expect(dan.getByRole('list', { name: /^Members of/ })).toContainText('dan@example.com');
});

test('a viewer comes by a link, reads, and can write nothing', async ({ browser }) => {
  const link = await inviteViewer('bea@example.com');
  await expect(ann.getByRole('list', { name: 'Invitations' })).toContainText('as viewer');

  const bea = await (await browser.newContext()).newPage();
  await bea.goto(link);
  await fillIn(bea, { Name: 'Bea', Password: PASSWORD });
  await expect(bea).toHaveURL(new RegExp(demo.project));
  await open(bea, 'members');
  await expect(bea.getByRole('list', { name: /^Members of/ })).toContainText('Bea');
  await expect(bea.getByText('can change this')).toBeVisible();
  await expect(bea.getByRole('button', { name: 'Invite somebody' })).toHaveCount(0);
  await open(bea, 'audit-log');
  await expect(bea.getByRole('heading', { level: 1 })).toContainText('Admins read the audit log.');

  const account = await bea.evaluate(async () => {
    const { data } = await (await fetch('/dashboard-api/v1/me')).json();
    return data.projects[0].account.id as string;
  });
  const { id: key } = await cvq<{ id: string }>('key', 'create', '--name', 'Reports', '--account', account);
  await write(ann, 'POST', '/invitations', { email: 'x@example.com', role: 'viewer', account });
  const invitation = await ann.evaluate(async () => {
    const { data } = await (await fetch('/dashboard-api/v1/invitations')).json();
    return data[0].id as string;
  });
  const here = { account, invitation, key, agency: account, client: account, project: demo.project };
  const answers: [name: string, answer: string][] = [];
  for (const { name, method, path, body } of writesOfRoles(here))
    answers.push([name, await write(bea, method, path, body)]);
  expect(answers).toEqual(answers.map(([name]) => [name, '403 read_only_role']));
  expect(answers.length).toBeGreaterThan(40);
});

test('an agency is invited and accepted, sees its client, and loses it on the page that is open', async ({
  browser,
}) => {
  const agency = (await cvq<{ id: string }>('account', 'create', '--name', 'Lens', '--kind', 'agency')).id;
  await cvq('user', 'create', '--email', 'cleo@lens.example');
  await cvq('member', 'add', '--user', 'cleo@lens.example', '--account', agency, '--role', 'admin');
  const cleo = await signedIn(await browser.newContext());

  await open(ann, 'agencies');
  const client = (await ann.locator('main code').first().textContent()) ?? '';
  await expect(cleo.getByRole('heading', { level: 1 })).toContainText('There is no project here yet.');
  await cleo.getByRole('link', { name: 'Settings' }).click();
  await expect(cleo.getByRole('navigation', { name: 'Settings' }).getByRole('link')).toHaveText([
    ...['Keys', 'Connected applications', 'Members', 'Agency and clients', 'Audit log', 'You'],
  ]);
  await expect(cleo.getByRole('heading', { level: 1 })).toContainText('keys');
  const { violations } = await new AxeBuilder({ page: cleo }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)).toEqual([]);
  await cleo.getByRole('button', { name: 'Create a key' }).click();
  await cleo.getByRole('radio', { name: 'It reports events, from the server of a site' }).check();
  await expect(cleo.getByRole('group', { name: 'For which project?' })).toContainText(
    'Lens has no project of its own. The account that has the project makes its key.',
  );
  await cleo.getByRole('link', { name: 'Members' }).click();
  await expect(cleo.getByRole('list', { name: 'Members of Lens' })).toContainText('cleo@lens.example');
  await cleo.getByRole('link', { name: 'Agency and clients' }).click();
  await cleo.reload();
  await cleo.getByRole('button', { name: 'Invite a client' }).click();
  await fillIn(cleo, { 'The id of its account': client });
  const clients = cleo.getByRole('list', { name: 'Clients' });
  await expect(clients).toContainText(client);
  await expect(clients).toContainText('You see nothing.');
  await cleo.goto(`${origin()}/${demo.project}`);
  await expect(cleo.getByRole('heading', { level: 1 })).toContainText('There is nothing at this address.');

  await ann.reload();
  await ann.getByRole('button', { name: 'Accept Lens' }).click();
  await expect(ann.getByRole('list', { name: 'Agencies' })).toContainText('It sees the one project');

  await open(cleo, 'project');
  await expect(cleo.getByText('can delete it. An agency cannot.')).toBeVisible();
  await expect(cleo.getByRole('button', { name: 'Delete the project…' })).toHaveCount(0);
  await open(ann, 'project');
  await expect(ann.getByRole('button', { name: 'Delete the project…' })).toBeVisible();
  await open(ann, 'agencies');

  await cleo.goto(`${origin()}/${demo.project}/events`);
  await expect(cleo.getByRole('link', { name: 'Overview' }).first()).toBeVisible();
  await expect(cleo.getByText('There is nothing at this address.')).toHaveCount(0);
  await ann.getByRole('button', { name: 'End… Lens' }).click();
  await ann.getByLabel('To go on, write Lens').fill('Lens');
  await ann.keyboard.press('Enter');
  await expect(ann.getByRole('list', { name: 'Agencies' })).toContainText('ended');
  await expect(cleo.getByRole('heading', { level: 1 })).toContainText('There is nothing at this address.', {
    timeout: 15_000,
  });

  await open(ann, 'audit-log');
  const changes = ann.getByRole('list', { name: 'Changes' });
  await expect(changes.getByRole('listitem').first()).toContainText('End client');
  await expect(changes).toContainText('cleo@lens.example');

  await ann.getByLabel('All accounts, and what is of none').check();
  const entry = (action: string) => changes.getByRole('listitem').filter({ hasText: action }).first();
  await expect(entry('End client')).toContainText('Lens');
  await expect(entry('Create user')).toContainText('· no account');
});

test('an admin who is a viewer meanwhile changes nothing, is told so, and reads from then on', {
  tag: '@long',
}, async ({ browser }) => {
  const { id: account } = (await cvq<{ id: string; name: string }[]>('account', 'list'))[0] ?? { id: '' };
  const cleo = { user: 'cleo@lens.example', account };
  await cvq('member', 'add', '--user', cleo.user, '--account', account, '--role', 'admin');
  const page = await signedIn(await browser.newContext());
  await open(page, 'project');
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toBeEditable();
  const { id } = await page.evaluate(
    async () => (await (await fetch('/dashboard-api/v1/me')).json()).data as { id: string },
  );
  expect(await write(ann, 'PUT', `/members/${id}`, { account, role: 'viewer' })).toBe('200 undefined');
  await name.fill('Renamed by nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This needs the role admin, and yours is viewer.')).toBeVisible();
  await expect(name).not.toBeEditable();
  await expect(name).toHaveValue('Demo shop');
  await expect(page.getByText('can change this')).toBeVisible();
  await open(ann, 'members');
  await write(ann, 'DELETE', `/members/${id}?account=${account}`, {});
  await expect(page.getByRole('heading', { level: 1 })).toContainText('There is nothing at this address.', {
    timeout: 15_000,
  });
});

async function signedIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(origin());
  await fillIn(page, { 'E-mail': 'cleo@lens.example', Password: PASSWORD });
  await expect(page.getByLabel('Password')).toHaveCount(0);
  return page;
}

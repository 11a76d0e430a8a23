import { expect, type Page, type Route, test } from '@playwright/test';
import { runCvq } from '../run-cvq.ts';
import { ANN, signUp } from '../sign-up.ts';
import { type StartedDemo, startDemo } from '../started-demo.ts';

let demo: StartedDemo;
let page: Page;
/** Beside the demo, which has visits. */
let other: string;
/** That of both projects. */
let account: string;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  demo = await startDemo(14);
  page = await (await browser.newContext()).newPage();
  await signUp(page, demo);
  const accounts = await cvq<{ id: string; name: string }[]>('account', 'list');
  account = accounts.find(({ name }) => name === 'Demo')?.id ?? '';
  const made = ['--domain', 'other.example', '--account', account];
  other = (await cvq<{ id: string }>('project', 'create', ...made)).id;
});
test.afterAll(() => demo.end());

/** The command line at the stores of the collector. */
async function cvq<Told>(...given: readonly string[]): Promise<Told> {
  const env = { PATH: process.env.PATH, CVQ_DATA: demo.folder, CVQ_PASSWORD: ANN.password };
  return JSON.parse(await runCvq(env, ...given, '--json')) as Told;
}

test('what was told of one project is not shown as that of another, whose figures come late or not at all', async () => {
  await page.goto(`http://localhost:${demo.port}/${demo.project}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('visited');
  const held: Route[] = [];
  await page.route(`**/dashboard-api/v1/overview?project=${other}*`, (route) => void held.push(route));
  // It comes after the figures, and its button opens nothing before.
  await expect(page.getByRole('dialog', { name: 'Projects', includeHidden: true })).toBeAttached();
  await page.getByRole('button', { name: 'Projects: localhost' }).first().click();
  await page.getByRole('dialog', { name: 'Projects' }).getByRole('link', { name: 'other.example' }).click();
  await expect(page.getByRole('button', { name: 'Projects: other.example' }).first()).toBeVisible();
  await expect.poll(() => held.length).toBe(1);
  await expect(page.getByText('visited')).toHaveCount(0);
  await expect(page.getByText('on the site now')).toHaveCount(0);

  const error = { code: 'internal_error', message: 'The collector failed.' };
  await held[0]?.fulfill({ status: 500, json: { error } });
  await expect(page.getByRole('alert')).toContainText('The collector failed.');
  await expect(page.getByText('visited')).toHaveCount(0);

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('visited');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('another account is chosen by keys, and nothing of the one before stands there until it is read', async () => {
  const { id } = await cvq<{ id: string }>('account', 'create', '--name', 'Second', '--kind', 'customer');
  await cvq('member', 'add', '--user', 'ann@example.com', '--account', id, '--role', 'owner');
  await cvq('user', 'create', '--email', 'bea@example.com');
  await cvq('member', 'add', '--user', 'bea@example.com', '--account', account, '--role', 'member');
  await page.goto(`http://localhost:${demo.port}/${demo.project}/settings/members`);
  await expect(page.locator('.ledger')).toContainText('bea@example.com');
  const held: Route[] = [];
  await page.route(`**/dashboard-api/v1/members?account=${id}`, (route) => void held.push(route));
  const chooser = page.getByRole('combobox', { name: 'Account' });
  await chooser.focus();
  await page.keyboard.type('Second');
  await expect.poll(() => held.length).toBe(1);
  await expect(page.getByText('bea@example.com')).toHaveCount(0);
  await expect(chooser).toBeFocused();
  await held[0]?.continue();
  await expect(page.getByRole('list', { name: 'Members of Second' })).toContainText('Ann');
  await expect(chooser).toBeFocused();
});

test('what the audit log of one account is filtered by is none of another', async () => {
  await page.goto(`http://localhost:${demo.port}/${demo.project}/settings/audit-log`);
  const changes = page.getByRole('list', { name: 'Changes' });
  const choice = (name: string) => page.locator('main').getByRole('combobox', { name });
  await expect(changes).toContainText('other.example');
  await choice('Project').selectOption('other.example');
  await expect(changes.getByRole('listitem')).toHaveCount(1);
  await choice('Account').selectOption('Second');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Who changed what in Second.');
  await expect(changes).toContainText('Create account Second');
  await expect(choice('Project')).toHaveValue('');
  const actions = await choice('Action').locator('option').allTextContents();
  expect(actions, 'nothing that was done in the other account').not.toContain('Create project');
});

test('a key of a server is for a project of the account that is chosen, and not of the one that is looked at', async () => {
  await page.goto(`http://localhost:${demo.port}/${demo.project}/settings/keys`);
  await page.locator('main').getByRole('combobox', { name: 'Account' }).selectOption('Second');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('secret key');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('What is it for?').fill('The server');
  await page.getByRole('radio', { name: /It reports events/ }).check();
  await expect(page.getByRole('button', { name: 'Choose a project' })).toBeVisible();
  await page.locator('main').getByRole('combobox', { name: 'Account' }).selectOption('Demo');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByRole('radio', { name: /It reports events/ }).check();
  await expect(page.getByRole('radio', { name: 'localhost' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Create the key' })).toBeVisible();
});

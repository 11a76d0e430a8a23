import { expect, type Page, test } from '@playwright/test';
import { headedFocus } from '../headed-focus.ts';
import { runCvq } from '../run-cvq.ts';
import { type StartedDemo, startDemo } from '../started-demo.ts';
import { tabTo } from '../tab-to.ts';

test.describe.configure({ mode: 'serial' });
test.use({ locale: 'en-GB' });

let demo: StartedDemo;
let page: Page;

test.beforeAll(async ({ browser }) => {
  demo = await startDemo();
  page = await browser.newPage();
  await page.goto(demo.setUpLink);
  const own = { Name: 'Ann', 'E-mail': 'ann@example.com', Password: 'correct horse battery' };
  for (const [label, text] of Object.entries(own)) {
    await tabTo(page, page.getByLabel(label));
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(demo.project));
});
test.afterAll(async () => {
  await page.close();
  await demo.end();
});

/** Opens a section of the settings by its link. */
async function openSection(name: string): Promise<void> {
  if (!page.url().includes('/settings/')) {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press(',');
    await page.waitForURL(/\/settings\//);
  }
  const sections = page.getByRole('navigation', { name: 'Settings' });
  await tabTo(page, sections.getByRole('link', { name, exact: true }));
  await page.keyboard.press('Enter');
}

async function press(name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole('button', { name }));
  await page.keyboard.press('Enter');
}

test('a project is named and given a retention, which its fields save by themselves', {
  tag: '@long',
}, async () => {
  await openSection('Project');
  await tabTo(page, page.getByLabel('Name', { exact: true }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Cups');
  await tabTo(page, page.getByLabel('Keep for so many days'));
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const retention = page.getByLabel('Keep for so many days');
  const dialog = page.getByRole('dialog', { name: 'Keep the last 400 days only?' });
  const wrong = { '999999999': /3650/, '5': /3650/, '45.5': /\./, '1e2': /digits/, '400e': /digits/ };
  for (const [typed, about] of Object.entries(wrong)) {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(typed);
    await page.keyboard.press('Enter');
    await expect(retention).toHaveAttribute('aria-invalid', 'true');
    await expect(retention, typed).toHaveAccessibleDescription(about);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.keyboard.press('Escape');
  await expect(retention).toHaveValue('');
  await page.keyboard.type('400');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('is deleted for good');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(retention).toHaveValue('');
  await page.keyboard.type('400');
  await page.keyboard.press('Enter');
  await press('Delete what is older');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Cups');
  await expect(page.getByLabel('Keep for so many days')).toHaveValue('400');
});

test('an agency reads that it keeps no less, and is refused without having agreed', async () => {
  await openSection('Project');
  await page.route('**/dashboard-api/v1/me', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const project of json.data.projects) project.own_role = null;
    await route.fulfill({ response, json });
  });
  const settings = `**/dashboard-api/v1/projects/${demo.project}/settings`;
  const error = { code: 'not_allowed', message: 'It takes a role in the account.' };
  await page.route(settings, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 403, json: { error } }) : route.fallback(),
  );
  await page.reload();
  const retention = page.getByLabel('Keep for so many days');
  await expect(retention).toHaveAccessibleDescription(/You can make it longer/);
  await retention.fill('30');
  await retention.press('Enter');
  await expect(retention).toHaveAccessibleDescription(error.message);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await retention.press('Escape');
  await page.unrouteAll();
  await page.reload();
});

test('somebody is invited, and the invitation is withdrawn', { tag: '@long' }, async () => {
  await openSection('Members');
  await press('Invite somebody');
  await tabTo(page, page.getByLabel('E-mail'));
  await page.keyboard.type('bea@example.com');
  await tabTo(page, page.getByLabel('What may they do?'));
  await page.keyboard.type('v');
  await press('Make the link');
  const shown = page.getByRole('dialog', { name: 'The invitation of bea@example.com' });
  await expect(shown.locator('code')).toContainText('/invitation#');
  await press('I stored it');
  await expect(page.locator(':focus')).toHaveCount(1);
  const invitations = page.getByRole('list', { name: 'Invitations' });
  await expect(invitations).toContainText('bea@example.com');
  await press(/^Withdraw/);
  await expect(invitations).toHaveCount(0);
  await expect(headedFocus(page)).toHaveText(/./);
});

test('a new account gets its first owner, and can be given a project', { tag: '@long' }, async () => {
  await openSection('Accounts');
  await press('Make an account');
  await tabTo(page, page.getByLabel('Its name'));
  await page.keyboard.type('Fresh');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Accounts' })).toContainText('Fresh');
  await press('Make an account');
  await press('Make a person');
  const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
  expect(ids, 'a label is of the first element with its id').toEqual([...new Set(ids)]);
  for (const label of ['Its name', 'Name', 'E-mail']) {
    await page.getByText(label, { exact: true }).click();
    await expect(page.getByLabel(label, { exact: true })).toBeFocused();
  }
  await press('Invite an owner of Fresh');
  await page.keyboard.type('cleo@example.com');
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'The invitation to Fresh' });
  await expect(shown.locator('code')).toContainText('/invitation#');
  await press('I stored it');
  const back = page.url();
  const fresh = page.getByLabel('Account').getByRole('option', { name: 'Fresh' });
  const answered = Promise.withResolvers<void>();
  await page.route('**/dashboard-api/v1/accounts', async (route) => {
    await answered.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/dashboard-api/v1/accounts');
  await page.goto(new URL('/new-project', back).href);
  await asked;
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByLabel('Domain'), 'it would be in an account that nobody chose').toHaveCount(0);
  answered.resolve();
  await expect(fresh).toHaveCount(1);
  await page.unroute('**/dashboard-api/v1/accounts');

  const env = { PATH: process.env.PATH, CVQ_DATA: demo.folder };
  const known = JSON.parse(await runCvq(env, 'account', 'list', '--json'));
  const { id } = known.find(({ name }: { name: string }) => name === 'Fresh');
  await runCvq(env, 'account', 'update', id, '--suspend');
  await page.reload();
  await expect(page.getByLabel('Domain')).toBeVisible();
  await expect(fresh, 'nobody would reach its projects').toHaveCount(0);
  await page.goto(back);
});

test('an agency is accepted, and let go again', { tag: '@long' }, async () => {
  const env = { PATH: process.env.PATH, CVQ_DATA: demo.folder };
  const cvq = async (...given: string[]) => JSON.parse(await runCvq(env, ...given, '--json'));
  const agency = await cvq('account', 'create', '--name', 'Lens', '--kind', 'agency');
  const accounts: { id: string; kind: string }[] = await cvq('account', 'list');
  const client = accounts.find(({ kind }) => kind === 'customer')?.id ?? '';
  await cvq('agency', 'invite', '--agency', agency.id, '--client', client);
  await page.reload();
  await openSection('Agency and clients');
  const agencies = page.getByRole('list', { name: 'Agencies' });
  await press('Accept Lens');
  await expect(agencies).toContainText('active');
  await press('End… Lens');
  await tabTo(page, page.getByLabel('To go on, write Lens'));
  await page.keyboard.type('Lens');
  await page.keyboard.press('Enter');
  await expect(agencies).toContainText('ended');
});

test('the audit log tells of all that, and is filtered', { tag: '@long' }, async () => {
  await openSection('Audit log');
  const changes = page.getByRole('list', { name: 'Changes' });
  await expect(changes.getByRole('listitem').first()).toContainText('End client');
  await tabTo(page, page.getByLabel('Action'));
  await page.keyboard.type('Update');
  await expect(changes.getByRole('listitem')).toHaveCount(2);
  await expect(changes).toContainText('Cups');
  const downloading = page.waitForEvent('download');
  await press('CSV');
  expect((await downloading).suggestedFilename()).toBe('audit-log.csv');
});

/** In the dialog over the page, which keeps all that was typed. */
async function signInAgain(): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('E-mail').fill('ann@example.com');
  await dialog.getByLabel('Password').fill('correct horse battery');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toHaveCount(0);
}

test('a name that was not saved for want of a session, or of a collector, is saved after that', async () => {
  await openSection('Project');
  const name = page.getByLabel('Name', { exact: true });
  const isSaved = page.getByText('Saved', { exact: true });
  await expect(name).toBeVisible();
  await page.context().clearCookies();
  await name.fill('Mugs');
  await name.press('Enter');
  await signInAgain();
  await expect(isSaved).toBeVisible();
  await expect(page.getByText('Sign in first.')).toHaveCount(0);

  const settings = `**/dashboard-api/v1/projects/${demo.project}/settings`;
  await page.route(settings, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await name.fill('Beakers');
  await name.press('Enter');
  await expect(page.getByText('The collector does not answer.')).toBeVisible();
  await page.unroute(settings);
  await name.press('Enter');
  await expect(isSaved).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue('Beakers');
});

test('what is typed while a field saves stays, and is saved after that', async () => {
  await openSection('Project');
  const settings = `**/dashboard-api/v1/projects/${demo.project}/settings`;
  const isTyped = Promise.withResolvers<void>();
  await page.route(settings, async (route) => {
    if (route.request().method() === 'POST') await isTyped.promise;
    await route.fallback();
  });
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Cups');
  await name.press('Enter');
  await name.pressSequentially(' and plates');
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/settings') && response.request().method() === 'GET',
  );
  isTyped.resolve();
  await stored;
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(name).toHaveValue('Cups and plates');
  await name.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.unroute(settings);
  await page.reload();
  await expect(name).toHaveValue('Cups and plates');
});

test('a host that was added elsewhere since stays where the open page adds another', async () => {
  const hosts = page.getByLabel('Hosts');
  await expect(hosts).toHaveValue('');
  const env = { PATH: process.env.PATH, CVQ_DATA: demo.folder };
  await runCvq(env, 'project', 'update', demo.project, '--hosts', 'one.example');
  await hosts.fill('two.example');
  await hosts.blur();
  await expect(hosts).toHaveValue('one.example\ntwo.example');
});

test('a session that ends outside of projects leaves the page and what was typed there', async () => {
  const origin = `http://localhost:${demo.port}`;
  await page.goto(`${origin}/settings/you`);
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toHaveValue('Ann');
  await page.context().clearCookies();
  await name.fill('Anna');
  await name.press('Enter');
  await signInAgain();
  await expect(name).toHaveValue('Anna');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await page.goto(`${origin}/new-project`);
  await page.getByLabel('Domain').fill('cups.example');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Create project' }).click();
  await signInAgain();
  await expect(page.getByLabel('Domain')).toHaveValue('cups.example');
});

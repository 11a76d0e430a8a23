import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { headedFocus } from '../headed-focus.ts';
import { letStepUpsEnd } from '../let-step-ups-end.ts';
import { runCvq } from '../run-cvq.ts';
import { ANN, signUp } from '../sign-up.ts';
import { type StartedDemo, startDemo } from '../started-demo.ts';
import { tabTo } from '../tab-to.ts';

// The second sets up the person as whom the others sign in; until then the demo has an owner.
test.describe.configure({ mode: 'serial' });

let demo: StartedDemo;
test.beforeAll(async () => {
  demo = await startDemo();
});
test.afterAll(() => demo.end());
test.use({ locale: 'en-GB' });

const NEW_PASSWORD = 'six cups of green tea';
const origin = () => `http://localhost:${demo.port}`;
const settings = (section: string) => `${origin()}/${demo.project}/settings/${section}`;

/** The status of a real request of a program. */
const statusWith = async (key: string) =>
  (await fetch(`${origin()}/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status;

/** What a command of the page is answered at a terminal. */
const statusOf = async (command: string) =>
  (await promisify(exec)(`${command} --silent --output /dev/null --write-out '%{http_code}'`)).stdout;

const dialog = (page: Page) => page.getByRole('dialog');
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Keys' }).getByRole('listitem').filter({ hasText: name });

async function signedIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(origin());
  await page.getByLabel('E-mail').fill(ANN.email);
  await page.getByLabel('Password').fill(ANN.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/${demo.project}**`);
  return page;
}

test('the owner of the demo reads the settings, and is told how to sign up', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  await page.goto(settings('keys'));
  await expect(page.getByRole('list', { name: 'Keys' })).toContainText('Demo');
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign up' })).toHaveAttribute(
    'href',
    '/sign-up',
  );
  await expect(page.getByRole('button', { name: /Create|Revoke/ })).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'You' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Who signs up has a name');
});

test('a key is created, works, is revoked, and is refused at the next call', async ({ page }) => {
  await signUp(page, demo);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Keys' }).click();

  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('What is it for?').fill('Weekly report');
  await expect(page.getByRole('checkbox', { name: 'spend:read' })).not.toBeChecked();
  await expect(page.getByRole('combobox', { name: 'When does it end?' })).toHaveValue('90');
  await page.getByRole('button', { name: 'Create the key' }).click();
  const key = (await dialog(page).locator('code').first().textContent()) ?? '';
  expect(key).toMatch(/^sk_[A-Za-z0-9]{40}$/);
  const command = (await dialog(page).getByText('curl -H').textContent()) ?? '';
  expect(await statusOf(command)).toBe('200');

  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByText(key, { exact: true }), 'it is not lost by a slip').toBeVisible();
  await dialog(page).getByRole('button', { name: 'I stored it' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, 'Weekly report')).toContainText(`…${key.slice(-4)}`);
  await expect(row(page, 'Weekly report')).toContainText('made by Ann');
  expect(await page.content()).not.toContain(key);
  await expect(
    page.getByRole('table', { name: 'Quotas' }).getByRole('row', { name: 'Weekly report' }),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Revoke… Weekly report' }).click();
  await dialog(page).getByLabel('To go on, write').fill('another');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('alert')).toContainText('Nothing was done');
  await dialog(page).getByLabel('To go on, write').fill('Weekly report');
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await expect(row(page, 'Weekly report')).toHaveCount(0);
  await expect(headedFocus(page)).toHaveText(/./);
  expect(await statusOf(command)).toBe('401');
  await page.getByText('Revoked and expired').click();
  await expect(page.getByRole('list', { name: 'Revoked and expired keys' })).toContainText('Weekly report');
});

test('where the plan allows no more keys that read, a key for a server is offered with its project', async ({
  context,
}) => {
  const env = { PATH: process.env.PATH, CVQ_DATA: demo.folder };
  const [{ id: account }] = JSON.parse(await runCvq(env, 'account', 'list', '--json'));
  await runCvq(env, 'account', 'update', account, '--plan', 'starter');
  const make = ['key', 'create', '--account', account, '--scopes', 'analytics:read', '--json'];
  const first = JSON.parse(await runCvq(env, ...make, '--name', 'First'));
  const second = JSON.parse(await runCvq(env, ...make, '--name', 'Second'));
  const page = await signedIn(context);
  await page.goto(settings('keys'));
  await page.getByRole('button', { name: 'Create a key' }).click();
  await expect(page.getByRole('radio', { name: /^It reads figures/ })).toBeDisabled();
  await expect(page.getByRole('group', { name: 'For which project?' }).getByRole('radio')).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'When does it end?' })).toHaveValue('never');
  await page.getByLabel('What is it for?').fill('Shop server');
  await page.getByRole('button', { name: 'Create the key' }).click();
  await expect(dialog(page).locator('code').first()).toHaveText(/^srv_/);
  await dialog(page).getByRole('button', { name: 'I stored it' }).click();
  await expect(row(page, 'Shop server')).toBeVisible();
  for (const { id } of [first, second]) await runCvq(env, 'key', 'revoke', id);
  await runCvq(env, 'account', 'update', account, '--plan', 'enterprise');
});

test('a key is created by keyboard alone, with the password given again', { tag: '@long' }, async ({
  context,
}) => {
  const page = await signedIn(context);
  await letStepUpsEnd(demo.folder);
  await page.goto(`${origin()}/${demo.project}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press(',');
  await page.waitForURL(/\/settings\//);
  await tabTo(page, page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Keys' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Create a key' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('What is it for?')).toBeFocused();
  await page.keyboard.type('Assistant');
  await tabTo(page, page.getByRole('checkbox', { name: 'spend:read' }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Create the key' }));
  await page.keyboard.press('Enter');

  await expect(page.getByRole('dialog', { name: 'Give your password again.' })).toBeVisible();
  await page.keyboard.type(ANN.password);
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'The key Assistant' });
  const key = (await shown.locator('code').first().textContent()) ?? '';
  expect(await statusWith(key)).toBe(200);
  await tabTo(page, shown.getByRole('button', { name: 'I stored it' }));
  await page.keyboard.press('Enter');
  await expect(row(page, 'Assistant')).toContainText('spend:read');

  await tabTo(page, page.getByRole('button', { name: 'Revoke… Assistant' }));
  await page.keyboard.press('Enter');
  await page.keyboard.type('Assistant');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Assistant')).toHaveCount(0);
  expect(await statusWith(key)).toBe(401);
});

test('what is refused while the password is changed is asked again, and nobody has to sign in', async ({
  context,
}) => {
  const page = await signedIn(context);
  await page.goto(settings('keys'));
  await page.getByRole('link', { name: 'You', exact: true }).click();
  await page.getByRole('button', { name: 'Change the password…' }).click();
  await page.getByLabel('Password of now').fill(ANN.password);
  await page.getByLabel('New password').fill(ANN.password);
  const isRefused = Promise.withResolvers<void>();
  await page.route('**/me/password', async (route) => {
    await isRefused.promise;
    await route.continue();
  });
  // The session has ended, and the answer that brings the new one is still under way.
  const refusal = { error: { code: 'unauthenticated', message: 'Sign in.' } };
  await page.route('**/accounts/*/keys', (route) => route.fulfill({ status: 401, json: refusal }), {
    times: 1,
  });
  const refused = page.waitForResponse((response) => response.status() === 401);
  await page.keyboard.press('Enter');
  await page.goBack();
  await refused;
  const answered = page.waitForResponse(
    (response) => response.url().endsWith('/keys') && response.status() === 200,
  );
  isRefused.resolve();
  await answered;
  await expect(page.getByRole('list', { name: 'Keys' })).toBeVisible();
  await expect(page.getByText('Your session has ended')).toHaveCount(0);
});

test('a person changes their name and password, and ends another session', async ({ context, browser }) => {
  const elsewhere = await browser.newContext();
  const other = await signedIn(elsewhere);
  const page = await signedIn(context);
  await page.goto(settings('you'));

  const name = page.getByLabel('Name');
  await name.fill('Somebody else');
  await page.keyboard.press('Escape');
  await expect(name, 'Escape brings back what is stored').toHaveValue('Ann');
  await name.fill('Ann Baker');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('You are Ann Baker.');
  await name.fill('\u202e');
  await page.keyboard.press('Enter');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Invalid name.', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(name).toHaveValue('Ann Baker');

  const sessions = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect(sessions.nth(1), 'the other session is listed').toBeVisible();
  await page.getByRole('button', { name: 'Change the password…' }).click();
  await page.getByLabel('Password of now').fill(ANN.password);
  await page.getByLabel('New password').fill('short');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('alert')).toContainText('at least 10 characters');
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Changed. You are signed out everywhere else.')).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await other.goto(settings('you'));
  await expect(other.getByRole('button', { name: 'Sign in' }), 'the other session has ended').toBeVisible();

  await other.getByLabel('E-mail').fill(ANN.email);
  await other.getByLabel('Password').fill(NEW_PASSWORD);
  await other.keyboard.press('Enter');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('You are Ann Baker.');
  await page.reload();
  await sessions.filter({ hasNotText: 'this one' }).getByRole('button').click();
  await expect(sessions).toHaveCount(1);
  await other.reload();
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await elsewhere.close();

  await page.getByLabel('Keys do something').uncheck();
  await page.keyboard.press('Escape');
  await page.goto(`${origin()}/${demo.project}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('?');
  await expect(dialog(page), 'keys do nothing any more').toHaveCount(0);

  await page.goto(settings('you'));
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

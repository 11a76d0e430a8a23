import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { inTurn } from '../../test/builders/whole.ts';
import { firstOfAlike } from '../first-of-alike.ts';
import { runCvq } from '../run-cvq.ts';
import { type StartedDemo, startDemo } from '../started-demo.ts';

// The first sets up the person as whom the others sign in.
test.describe.configure({ mode: 'serial' });

let demo: StartedDemo;
test.beforeAll(async () => {
  demo = await startDemo();
});
test.afterAll(() => demo.end());

const PASSWORD = 'correct horse battery';
const origin = () => `http://localhost:${demo.port}`;

/** What axe finds wrong with a page, by its rules. */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, 390].map((width) => ({ colorScheme, width })),
);
let looks = 0;

/** Looks at a page in both schemes and widths; `npm test` in one of the four, and at the next page in the next one. */
async function expectNoFaults(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const usual = page.viewportSize();
  looks += 1;
  for (const { colorScheme, width } of inTurn(LOOKS, looks, LOOKS.length)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 844 });
    expect(await faultsOf(page), `${page.url()}, ${colorScheme}, ${width} px`).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide, 'nothing is wider than the window').toBe(false);
  }
  if (usual) await page.setViewportSize(usual);
}

async function signInByMouse(page: Page, email = 'ann@example.com'): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const atDashboard = (page: Page) => page.waitForURL(`${origin()}/${demo.project}`);

test('before anybody has signed up, / says where the link is, and the link sets up', async ({ page }) => {
  await page.goto(origin());
  await expect(page.getByRole('heading', { level: 1 })).toContainText('cvq is running.');
  await expectNoFaults(page);
  await page.goto(demo.setUpLink);
  await expect(page.getByLabel('Name')).toBeFocused();
  expect(page.url(), 'the token has left the address').toBe(`${origin()}/setup`);
  await expectNoFaults(page);
  await page.keyboard.type('Ann');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ann@example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await atDashboard(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Waiting for the first visit');
  await expectNoFaults(page);
});

for (const [index, width] of [1440, 390].entries())
  test(
    `signs in by mouse at ${width} px, and back and reload give the same page`,
    firstOfAlike(index),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      const address = `${origin()}/${demo.project}?range=7d`;
      await page.goto(address);
      await expectNoFaults(page);
      await signInByMouse(page);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Waiting for the first visit');
      expect(page.url()).toBe(address);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Waiting for the first visit');
      expect(page.url()).toBe(address);
      await page.goto(`${origin()}/forgotten`);
      await expectNoFaults(page);
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Waiting for the first visit');
      expect(page.url()).toBe(address);
    },
  );

test('signs in, filters, and signs out by keyboard alone', { tag: '@long' }, async ({ page }) => {
  await page.goto(origin());
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type('ann@example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await atDashboard(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Waiting for the first visit');
  await page.keyboard.press('w');
  await page.waitForURL(`${origin()}/${demo.project}?range=7d`);
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Filter by' })).toBeFocused();
  await expectNoFaults(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await expect(page.locator('dialog'), 'the focus has left it').toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByLabel('Find a project or a page')).toBeFocused();
  await page.keyboard.type('funn');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/funnel/);
  await expect(page.getByRole('dialog', { name: 'Projects' })).toHaveCount(0);
  await page.goBack();
  await page
    .getByRole('button', { name: /^Projects/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Projects' })).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Sign out' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.goBack();
  await expect(page.getByLabel('E-mail'), 'what they saw is not there any more').toBeVisible();
  expect(page.url()).toBe(`${origin()}/${demo.project}`);
});

test('a session that has ended asks over the page, and goes on there', async ({ page, browser }) => {
  await page.goto(`${origin()}/${demo.project}`);
  await signInByMouse(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Waiting for the first visit');
  await endAllSessions(browser);
  const dialog = page.getByRole('dialog', { name: /Your session has ended/ });
  await expect(dialog, 'the page that waits for a visit asks again by itself').toBeVisible();
  await dialog.getByLabel('Password').fill('half of it');
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('Escape');
  await expect(dialog, 'behind it nothing works').toBeVisible();
  await dialog.evaluate((shown: HTMLDialogElement) => shown.close());
  await expect(dialog, 'a browser has closed it by itself').toBeVisible();
  await expect(dialog.getByLabel('Password')).toHaveValue('half of it');
  await expectNoFaults(page);
  await signInByMouse(page);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Waiting for the first visit');

  await endAllSessions(browser);
  await expect(dialog).toBeVisible();
  const beside = await page.context().newPage();
  await beside.goto(`${origin()}/${demo.project}`);
  await signInByMouse(beside);
  await expect(beside.getByRole('heading', { level: 1 })).toContainText('Waiting for the first visit');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(dialog, 'who has signed in in another tab is not asked here').toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Waiting for the first visit');

  const env = { PATH: process.env.PATH, CVQ_DATA: demo.folder, CVQ_PASSWORD: PASSWORD };
  await runCvq(env, 'user', 'create', '--superadmin', '--email', 'bea@example.com', '--json');
  await switcher(beside).click();
  await beside.getByRole('button', { name: 'Sign out' }).click();
  await signInByMouse(beside, 'bea@example.com');
  await expect(beside.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.sign-out'), 'the other tab is of the same person').toContainText(
    'bea@example.com',
  );
});

const switcher = (page: Page) => page.getByRole('button', { name: /^Projects/ }).first();

/** Signs out everywhere, in another browser. */
async function endAllSessions(browser: Browser): Promise<void> {
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(origin());
  await signInByMouse(other);
  await atDashboard(other);
  await other.evaluate(() =>
    fetch('/dashboard-api/v1/sign-out-everywhere', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Cvq-Dashboard': '1' },
      body: '{}',
    }),
  );
  await context.close();
}

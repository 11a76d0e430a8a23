import type { FunnelResponse } from '@cvq/contract';
import { expect, type Page, test } from '@playwright/test';
import { refuseToRemove } from '../refuse-to-remove.ts';
import { type StartedDemo, startDemo } from '../started-demo.ts';

let demo: StartedDemo;
test.beforeAll(async () => {
  demo = await startDemo(14);
});
test.afterAll(() => demo.end());

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const reached = (page: Page) => page.locator('.reached b');
const pick = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

async function openFunnel(page: Page): Promise<void> {
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Funnel' }).click();
  await expect(reached(page)).toHaveCount(2);
}

/** What the API answers to a question, as the person who looks at the page. */
const ask = (page: Page, query: string) =>
  page.evaluate(
    async (path) => (await fetch(path)).json() as Promise<FunnelResponse>,
    `/dashboard-api/v1/analytics/funnel?project=${demo.project}&${query}`,
  );

const digits = (text: string | null) => Number((text ?? '').replaceAll(/\D/g, ''));

/** What a page says. */
const said = async (page: Page) => ({
  url: page.url(),
  heading: await heading(page).textContent(),
  reached: await reached(page).allTextContents(),
});

/** The page once it stands: nothing is under way any more. */
async function settled(page: Page) {
  await expect(page.locator('main[aria-busy="false"]')).toBeVisible();
  return said(page);
}

test('a funnel leads from a page view to the purchase, with the figures of the API', async ({ page }) => {
  await openFunnel(page);
  const { data } = await ask(page, 'range=30d&event_types=pageview,purchase');
  expect((await reached(page).allTextContents()).map(digits)).toEqual(data.steps.map(({ count }) => count));
  expect(data.steps[1]?.count).toBeGreaterThan(0);
  const passage = page.locator('.passage').first();
  // Rounded as pages round: toFixed takes 6.35 for less, which it is by a hair.
  const percent = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  await expect(passage).toContainText(percent.format((data.steps[1]?.rate_from_previous ?? 0) * 100));
  expect(digits(await passage.locator('span').nth(1).textContent())).toBe(data.steps[1]?.dropped);
  await expect(passage).toContainText('half within');
});

test('steps are picked, moved and left out; back and reload show the same', async ({ page }) => {
  await openFunnel(page);
  const first = await settled(page);
  await pick(page, 'Add a step').selectOption('signup');
  await expect(reached(page)).toHaveCount(3);
  // What is a step already cannot be picked again.
  expect(await pick(page, 'Add a step').locator('option[value="signup"]').count()).toBe(0);
  await page.getByRole('button', { name: 'Move signup before purchase' }).click();
  await expect(page).toHaveURL(/step=pageview&step=signup&step=purchase/);
  await expect(page.locator('.step-name')).toHaveText(['pageview', 'signup', 'purchase']);
  const moved = await settled(page);
  const { data } = await ask(page, 'range=30d&event_types=pageview,signup,purchase');
  expect(moved.reached.map(digits)).toEqual(data.steps.map(({ count }) => count));
  await page.reload();
  await expect(reached(page)).toHaveCount(3);
  expect(await settled(page)).toEqual(moved);
  await page.getByRole('button', { name: 'Leave out signup' }).click();
  await expect(reached(page)).toHaveCount(2);
  for (const steps of [3, 3, 2]) {
    await page.goBack();
    await expect(reached(page)).toHaveCount(steps);
  }
  await expect.poll(() => said(page)).toEqual(first);
});

test('a funnel is divided, and a row filters by its value', { tag: '@long' }, async ({ page }) => {
  await openFunnel(page);
  await pick(page, 'Divide by').selectOption('source');
  const rows = page.locator('.divided tbody tr');
  await expect(rows.first()).toBeVisible();
  const { data } = await ask(page, 'range=30d&event_types=pageview,purchase&dimension=source&limit=8');
  const shown = await rows.evaluateAll((lines) =>
    lines.map((line) => [...line.querySelectorAll('td')].map((cell) => cell.textContent)),
  );
  expect(shown.map(([first, last]) => [digits(first ?? ''), digits(last ?? '')])).toEqual(
    data.breakdown?.rows.map(({ steps }) => steps.map(({ count }) => count)),
  );
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/filter=source:is:/);
  const { steps } = data.breakdown?.rows[0] ?? { steps: [] };
  await expect
    .poll(async () => (await reached(page).allTextContents()).map(digits))
    .toEqual(steps.map(({ count }) => count));
});

test('by keys alone a funnel opens, and visits are counted instead of people', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  await expect(heading(page)).toContainText('visited');
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await expect(reached(page)).toHaveCount(2);
  await pick(page, 'Who takes the steps').focus();
  await page.keyboard.press('v');
  await expect(page).toHaveURL(/scope=session/);
  await expect(heading(page)).toContainText('visits with a page view');
  await page.keyboard.press('Tab');
  await expect(pick(page, 'Time from the first step to the last')).toBeFocused();
});

test('steps of an address that nothing has are shown, and nobody took them', { tag: '@long' }, async ({
  page,
}) => {
  await openFunnel(page);
  await page.goto(`${page.url().split('?')[0]}?step=<b>unheard</b>&step=purchase`);
  await expect(heading(page)).toContainText('No person got to “<b>unheard</b>”');
  await expect(page.locator('main b', { hasText: 'unheard' })).toHaveCount(0);
  await expect(reached(page)).toHaveText(['0', '0']);
});

test('the page fits 390 px without scrolling sideways', { tag: '@long' }, async ({ page }) => {
  await openFunnel(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await pick(page, 'Divide by').selectOption('page');
  await expect(page.locator('.divided tbody tr').first()).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
});

test('a funnel is saved under a name, found by it, renamed and removed', async ({ page }) => {
  await openFunnel(page);
  await settled(page);
  await pick(page, 'Add a step').selectOption('signup');
  await expect(reached(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Save this funnel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('To a sign-up');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const saved = page.getByRole('combobox', { name: 'Saved funnels' });
  await expect(saved.locator('option:checked')).toHaveText('To a sign-up');

  await page.getByRole('button', { name: 'Leave out sign' }).click();
  await expect(reached(page)).toHaveCount(2);
  await expect(saved.locator('option:checked')).toHaveText('Saved funnels');
  await saved.selectOption('To a sign-up');
  await expect(reached(page)).toHaveCount(3);
  await page.reload();
  await expect(saved.locator('option:checked')).toHaveText('To a sign-up');

  await page.getByRole('button', { name: 'Rename or remove' }).click();
  await dialog.getByLabel('Name').fill('Sign-ups');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(saved.locator('option')).toHaveText(['Sign-ups']);
  await page.getByRole('button', { name: 'Rename or remove' }).click();
  const stopRefusing = await refuseToRemove(page);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.getByText('The collector failed.')).toBeVisible();
  await stopRefusing();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(saved).toHaveCount(0);
});

test('of two saved funnels with the same steps, the one that is chosen is the one that goes', async ({
  page,
}) => {
  await openFunnel(page);
  await settled(page);
  await page.evaluate(async (path) => {
    const headers = { 'Content-Type': 'application/json', 'X-Cvq-Dashboard': '1' };
    for (const name of ['By Ann', 'By Bea']) {
      const body = JSON.stringify({ name, event_types: ['pageview', 'download'] });
      const { status } = await fetch(path, { method: 'POST', headers, body });
      if (status !== 200) throw new Error(`${name}: ${status}`);
    }
  }, `/dashboard-api/v1/projects/${demo.project}/funnels`);
  await page.goto(`http://localhost:${demo.port}/${demo.project}/funnel?step=pageview&step=download`);
  const saved = page.getByRole('combobox', { name: 'Saved funnels' });
  await expect(saved.locator('option:checked')).toHaveText('By Ann');
  await saved.selectOption('By Bea');
  await page.getByRole('button', { name: 'Rename or remove' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name')).toHaveValue('By Bea');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(saved.locator('option')).toHaveText(['By Ann']);
});

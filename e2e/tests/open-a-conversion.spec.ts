import { expect, type Page, test } from '@playwright/test';
import { demoToLookAt, type StartedDemo } from '../started-demo.ts';

let demo: StartedDemo;
test.beforeAll(async () => {
  demo = await demoToLookAt(14);
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const rows = (page: Page) => page.locator('main tbody [data-row]');

async function openList(page: Page): Promise<void> {
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  await page.goto(`http://localhost:${demo.port}/${demo.project}/conversions`);
  await expect(rows(page).first()).toBeVisible();
  await expect(page.locator('.account tbody tr').first()).toBeVisible();
}

/** What a page says, without what tells how long ago something was. */
const said = async (page: Page) => ({ url: page.url(), heading: await heading(page).textContent() });

test('a conversion opens by mouse, and back and reload show the same', async ({ page }) => {
  await openList(page);
  const list = await said(page);
  await rows(page).nth(2).click();
  await expect(page.getByRole('heading', { name: 'Where it went' })).toBeVisible();
  await expect(page.locator('.thread'), 'the sentence tells of the visits, which come later').toBeVisible();
  await expect(heading(page)).toContainText(/^A /);
  const life = await said(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Where it went' })).toBeVisible();
  await expect.poll(() => said(page)).toEqual(life);
  await page.getByRole('link', { name: /^Older/ }).click();
  await expect(page).not.toHaveURL(life.url);
  await page.goBack();
  await expect.poll(() => said(page)).toEqual(life);
  await page.goBack();
  await expect.poll(() => said(page)).toEqual(list);
});

test('a conversion that was opened from the list begins with its headline, which has the focus', async ({
  page,
}) => {
  await openList(page);
  await rows(page).nth(2).click();
  await expect(page.getByRole('heading', { name: 'Where it went' })).toBeAttached();
  await expect(heading(page)).toBeFocused();
  await expect(heading(page)).toBeInViewport();
});

test('a conversion whose answer is still under way gives the focus to its headline once that is there', async ({
  page,
}) => {
  await openList(page);
  const isAnswered = Promise.withResolvers<void>();
  await page.route('**/dashboard-api/v1/conversions/conv_*', async (route) => {
    await isAnswered.promise;
    await route.continue();
  });
  await rows(page).nth(2).press('Enter');
  await expect(page.getByRole('navigation', { name: 'Conversions' })).toBeVisible();
  await expect(heading(page)).toHaveCount(0);
  isAnswered.resolve();
  await expect(heading(page)).toBeFocused();
  await expect(heading(page)).toBeInViewport();
});

test('a page that a key leads to gives the focus to its headline, though another heading comes before that', async ({
  page,
}) => {
  await openList(page);
  const isAnswered = Promise.withResolvers<void>();
  await page.route('**/analytics/breakdown?*dimension=event_type*', async (route) => {
    await isAnswered.promise;
    await route.continue();
  });
  await rows(page).first().focus();
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await expect(page.getByRole('heading', { name: 'Each by itself' })).toBeVisible();
  isAnswered.resolve();
  await expect(heading(page)).toBeFocused();
});

test('a list stays at its page, without a step, when Escape is pressed where there is no filter', async ({
  page,
}) => {
  await openList(page);
  await page.getByRole('button', { name: 'Older' }).click();
  await expect(page.getByRole('button', { name: 'Newest' })).toBeVisible();
  const place = async () => ({ url: page.url(), steps: await page.evaluate(() => history.length) });
  const before = await place();
  await page.keyboard.press('Escape');
  // The keys are heard one after the other.
  await page.keyboard.press('j');
  await expect(rows(page).first()).toBeFocused();
  expect(await place()).toEqual(before);
});

test('a key for what is chosen already makes no step', async ({ page }) => {
  await page.goto(demo.demoLink);
  await expect(heading(page)).toContainText('visited');
  await page.keyboard.press('6');
  await expect(page).toHaveURL(/metric=revenue/);
  const steps = await page.evaluate(() => history.length);
  await page.keyboard.press('6');
  await page.keyboard.press('t');
  await page.keyboard.press('4');
  await expect(page).toHaveURL(/metric=conversions/);
  expect(await page.evaluate(() => history.length)).toBe(steps + 1);
});

test('the facts of a conversion have buttons whose words stand within them', async ({ page }) => {
  await openList(page);
  await rows(page).first().click();
  const copy = page.getByRole('button', { name: 'Copy as JSON' });
  await expect(copy).toBeVisible();
  expect(await copy.evaluate((button) => button.scrollHeight - button.clientHeight)).toBeLessThanOrEqual(0);
});

test('a conversion opens by keys alone, which walk the list it was opened from', { tag: '@long' }, async ({
  page,
}) => {
  await openList(page);
  const [first, second] = await rows(page).evaluateAll((links) =>
    links.map((link) => link.getAttribute('href')),
  );
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${first?.split('?')[0]}`));
  await expect(page.getByRole('heading', { name: 'Where it went' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(new RegExp(`${second?.split('?')[0]}`));
  await page.keyboard.press('k');
  await expect(page).toHaveURL(new RegExp(`${first?.split('?')[0]}`));
});

test('a conversion that is opened by its own address has its neighbours, though the list does not show it', {
  tag: '@long',
}, async ({ page }) => {
  await openList(page);
  const ids = await page.evaluate(async (project) => {
    const response = await fetch(`/dashboard-api/v1/conversions?project=${project}&range=30d&limit=200`);
    const { data } = (await response.json()) as { data: { id: string }[] };
    return data.map(({ id }) => id);
  }, demo.project);
  const [newer, open, older] = ids.slice(-12);
  await page.goto(`http://localhost:${demo.port}/${demo.project}/conversions/${open}?range=today`);
  const link = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });
  await expect(link('Newer')).toHaveAttribute('href', new RegExp(`${newer}`));
  await expect(link('Older')).toHaveAttribute('href', new RegExp(`${older}`));
  await page.keyboard.press('j');
  await expect(page).toHaveURL(new RegExp(`${older}`));
  await expect(link('Newer')).toHaveAttribute('href', new RegExp(`${open}`));
});

test('each loss of the account leads to the list of just these conversions', async ({ page }) => {
  await openList(page);
  const loss = page.locator('.account .why a', { hasText: 'without consent' }).first();
  const many = /\d+/.exec((await loss.textContent()) ?? '')?.[0];
  await loss.click();
  await expect(
    page.getByRole('heading', { level: 2, name: new RegExp(`^${many} conversions?$`) }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'List conversions of every state' }).click();
  await expect(page).not.toHaveURL(/state=/);
});

test('an order is found by its id, and one that is not there is said not to be', { tag: '@long' }, async ({
  page,
}) => {
  await openList(page);
  const order = await page.locator('tbody td.order').filter({ hasText: /\S/ }).first().textContent();
  await page.getByRole('searchbox', { name: 'Order' }).fill(order ?? '');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Order' }).fill('no such order');
  await page.keyboard.press('Enter');
  await expect(page.getByText('None of this in these days.')).toBeVisible();
});

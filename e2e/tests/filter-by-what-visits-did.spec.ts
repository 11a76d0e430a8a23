import type { OverviewResponse } from '@cvq/contract';
import { expect, type Page, test } from '@playwright/test';
import { demoToLookAt, type StartedDemo } from '../started-demo.ts';

let demo: StartedDemo;
test.beforeAll(async () => {
  demo = await demoToLookAt(14);
});

const chips = (page: Page) => page.getByRole('region', { name: 'Filters' });
const box = (page: Page) => page.getByRole('combobox', { name: 'Filter by' });
const visitors = (page: Page) => page.getByRole('tab', { name: /^Visitors/ });

async function openOverview(page: Page): Promise<void> {
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  await expect(visitors(page)).toBeVisible();
}

/** What the API answers to the filters of the address, as the person who looks at the page. */
async function asked(page: Page): Promise<number> {
  const query = new URLSearchParams([
    ['project', demo.project],
    ['range', '30d'],
    ...new URL(page.url()).searchParams.getAll('filter').map((filter) => ['filter', filter]),
  ]);
  const { data } = await page.evaluate(
    async (path) => (await fetch(path)).json() as Promise<OverviewResponse>,
    `/dashboard-api/v1/analytics/overview?${query}`,
  );
  return data.visitors;
}

async function expectFigures(page: Page): Promise<void> {
  const wanted = (await asked(page)).toLocaleString('en-US');
  await expect(page.locator('main[aria-busy="false"]')).toBeVisible();
  await expect(visitors(page)).toContainText(wanted);
}

test('visits with a purchase, and those without one, are kept by mouse', async ({ page }) => {
  await openOverview(page);
  const everybody = await asked(page);
  await page.keyboard.press('/');
  await box(page).fill('purchase');
  await page.getByRole('option', { name: /^Event in visit purchase/ }).click();
  await expect(chips(page)).toContainText('Event in visit is purchase');
  expect(page.url()).toContain('filter=did_event:is:purchase');
  await expectFigures(page);
  const bought = await asked(page);
  expect(bought).toBeGreaterThan(0);
  expect(bought).toBeLessThan(everybody);

  await page.getByRole('button', { name: /Event in visit is purchase/ }).click();
  await page.getByRole('button', { name: 'is not', exact: true }).click();
  await box(page).fill('purchase');
  await page.getByRole('option', { name: /^Event in visit purchase/ }).click();
  await expect(chips(page)).toContainText('Event in visit is not purchase');
  await expectFigures(page);
  const kept = page.url();
  await page.reload();
  expect(page.url()).toBe(kept);
  await expectFigures(page);
  await page.goBack();
  await expect(chips(page)).toContainText('Event in visit is purchase');
  await expectFigures(page);
});

test('what is set is filtered by without a value, by keyboard alone', { tag: '@long' }, async ({ page }) => {
  await openOverview(page);
  await page.keyboard.press('/');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('campaign:');
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'is set', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('Shift+Tab');
  await expect(box(page)).toBeFocused();
  await expect(page.getByRole('option')).toHaveText(['Campaign']);
  await page.keyboard.press('Enter');
  await expect(chips(page)).toContainText('Campaign is set');
  expect(page.url()).toContain('filter=campaign:is_set:');
  await expectFigures(page);
  await chips(page).getByRole('button', { name: 'Take off the filter Campaign is set' }).click();
  await expect(chips(page)).toHaveCount(0);
});

for (const width of [1440, 390])
  test(`the finder fits on ${width} pixels`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openOverview(page);
    await page.getByRole('button', { name: /^Filter/ }).click();
    await box(page).fill('a');
    await expect(page.getByRole('option').first()).toBeVisible();
    const finder = page.getByRole('dialog', { name: 'Filter' });
    const { width: room } = (await finder.boundingBox()) ?? { width: 0 };
    expect((await box(page).boundingBox())?.width).toBeGreaterThan(room * 0.8);
    expect(await finder.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  });

test('Enter right after a text filters by what is found of it, and not by what stood there before', async ({
  page,
}) => {
  await openOverview(page);
  const held: (() => void)[] = [];
  await page.route('**/dashboard-api/v1/values?*text=Austria*', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.keyboard.press('/');
  await expect(page.getByRole('option').first()).toBeVisible();
  await box(page).fill('Austria');
  await page.keyboard.press('Enter');
  await expect.poll(() => held.length).toBe(1);
  expect(page.url()).not.toContain('filter=');
  held[0]?.();
  await expect(chips(page)).toContainText('Country is Austria');
  expect(page.url()).toContain('filter=country:is:AT');
});

test('where nothing can be looked for, the finder says why, and does not say that there is nothing', async ({
  page,
}) => {
  await openOverview(page);
  const error = { code: 'internal_error', message: 'The collector failed.' };
  await page.route('**/dashboard-api/v1/values?*', (route) =>
    route.fulfill({ status: 500, json: { error } }),
  );
  await page.keyboard.press('/');
  await box(page).fill('Austria');
  await expect(page.getByRole('alert')).toHaveText('The collector failed.');
  await expect(page.getByText('Nothing holds this text')).toHaveCount(0);
  await page.keyboard.press('Enter');
  expect(page.url()).not.toContain('filter=');
});

test('a filter by a property is changed to another of its values, and as a number', async ({ page }) => {
  await openOverview(page);
  await page.goto(`http://localhost:${demo.port}/${demo.project}/events?filter=property:query:is:teapot`);
  await page.getByRole('button', { name: 'query is teapot', exact: true }).click();
  await expect(page.getByRole('option', { name: /^query teapot/ })).toBeVisible();
  await box(page).fill('cu');
  await page.getByRole('option', { name: /^query cup/ }).click();
  await expect(chips(page)).toContainText('query is cup');
  expect(page.url()).toContain('filter=property:query:is:cup');

  await page.goto(`http://localhost:${demo.port}/${demo.project}/events?filter=property:results:gt:2`);
  await page.getByRole('button', { name: 'results is more than 2', exact: true }).click();
  await expect(page.getByText('Write a number.')).toBeVisible();
  await page.getByRole('button', { name: 'is less than' }).click();
  await box(page).fill('3');
  await page.keyboard.press('Enter');
  await expect(chips(page)).toContainText('results is less than 3');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('events');
});

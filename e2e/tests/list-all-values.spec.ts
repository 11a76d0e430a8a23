import { readFile } from 'node:fs/promises';
import type { BreakdownResponse } from '@cvq/contract';
import { expect, type Page, test } from '@playwright/test';
import { demoToLookAt, type StartedDemo } from '../started-demo.ts';

let demo: StartedDemo;
test.beforeAll(async () => {
  demo = await demoToLookAt(70);
});
test.use({ locale: 'en-GB' });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const rows = (page: Page) => page.locator('main tbody tr');
const names = (page: Page) => page.locator('main tbody [data-row]').allTextContents();

async function open(page: Page, place: string): Promise<void> {
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  await page.goto(`http://localhost:${demo.port}/${demo.project}${place}`);
  await expect(heading(page)).toBeVisible();
}

async function asked(page: Page, query: string): Promise<BreakdownResponse> {
  return page.evaluate(async (path) => {
    return (await (await fetch(path)).json()) as BreakdownResponse;
  }, `/dashboard-api/v1/analytics/breakdown?project=${demo.project}&range=30d&${query}`);
}

const count = (value: number) => new Intl.NumberFormat('en-GB').format(value);

test('the foot of a panel leads to all values, whose figures are those of the read API', async ({ page }) => {
  await open(page, '?tab.devices=browser');
  await page
    .locator('.panel footer a', { hasText: /^All \d+$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/list\/\w+/);
  const dimension = /list\/(\w+)/.exec(page.url())?.[1] ?? '';
  await expect(rows(page).first()).toBeVisible();
  const { data, meta } = await asked(page, `dimension=${dimension}&limit=50&sort=-visitors`);
  await expect(heading(page)).toContainText(`${count(meta.total_rows)} `);
  await expect(rows(page)).toHaveCount(data.rows.length);
  for (const [index, row] of data.rows.slice(0, 5).entries()) {
    const cells = rows(page).nth(index).locator('td.n');
    await expect(cells.nth(0)).toHaveText(count(row.visitors));
    await expect(cells.nth(4)).toHaveText(count(row.conversions));
  }
});

test('it is sorted, searched and filtered, and back and reload show the same', async ({ page }) => {
  await open(page, '/list/source');
  await expect(rows(page).first()).toBeVisible();
  const whole = await names(page);
  await page.getByRole('columnheader', { name: 'Revenue' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=-revenue/);
  const { data } = await asked(page, 'dimension=source&limit=50&sort=-revenue');
  await expect.poll(async () => (await names(page)).length).toBe(data.rows.length);
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Revenue' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await page.getByRole('searchbox', { name: 'Search' }).fill('GOO');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText(/^One source with “GOO” in the last 30 days\./);
  expect(await names(page)).toEqual(['google']);
  await page.goBack();
  await page.goBack();
  await expect.poll(() => names(page)).toEqual(whole);

  await rows(page)
    .getByRole('button', { name: 'google' })
    .click({ modifiers: ['Alt'] });
  await expect(page).toHaveURL(/filter=source:is_not:google/);
  await expect.poll(() => names(page)).not.toContain('google');
  await page.goBack();
  await page.keyboard.press('j');
  await page.keyboard.press('f');
  await expect(page).toHaveURL(new RegExp(`/${demo.project}\\?filter=source:is:`));
});

test('it is sorted by what ads cost where that is told, at a desk and on a phone', async ({ page }) => {
  const money = (value: number | null | undefined) =>
    value == null
      ? '–'
      : new Intl.NumberFormat('en-GB', {
          ...{ style: 'currency', currency: 'EUR', maximumFractionDigits: value >= 1000 ? 0 : 2 },
        }).format(value);
  const shown = () =>
    rows(page).evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('[data-row], td.main')].map((cell) => cell.textContent)),
    );
  const head = page.getByRole('columnheader', { name: 'Spend' });
  const expectOrder = async (sort: string) => {
    const { data, meta } = await asked(page, `dimension=source&limit=50&sort=${sort}`);
    expect(meta.sort).toBe(sort);
    expect(data.rows.filter(({ ad_spend }) => (ad_spend ?? 0) > 0).length).toBeGreaterThan(1);
    await expect
      .poll(shown)
      .toEqual(data.rows.map((row) => [row.value.replace('(direct)', 'Direct'), money(row.ad_spend)]));
    if (data.unmatched_ad_spend)
      await expect(
        page.getByText(`${money(data.unmatched_ad_spend)} of campaigns without a row`),
      ).toBeVisible();
  };
  await open(page, '?metric=spend');
  await page.locator('.panels .panel:first-child footer a', { hasText: /^All \d+$/ }).click();
  await expect(page).toHaveURL(/list\/source\?sort=-spend$/);
  await expectOrder('-ad_spend');
  await page.setViewportSize({ width: 390, height: 844 });
  await head.getByRole('button').click();
  await expect(page).toHaveURL(/sort=spend$/);
  await expectOrder('ad_spend');
  await page.reload();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expectOrder('ad_spend');
  await page.goBack();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expectOrder('-ad_spend');

  await open(page, '/list/country?sort=-spend');
  await expect(
    page.getByText('What ads cost is not known here. Platforms tell it by campaign.'),
  ).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Visitors' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(head).toHaveCount(0);
});

test('a country is found by its name, and what is not there is said not to be', { tag: '@long' }, async ({
  page,
}) => {
  await open(page, '/list/country?search=german');
  await expect(heading(page)).toContainText(/^(One country|No country) with “german”/);
  await open(page, '/list/page?search=no-such-page');
  await expect(heading(page)).toContainText('No page with “no-such-page” in the last 30 days.');
});

test('the file has all rows that the list has', { tag: '@long' }, async ({ page }) => {
  await open(page, '/list/source');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('source.csv');
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  const { meta } = await asked(page, 'dimension=source');
  expect(lines).toHaveLength(meta.total_rows + 1);
  expect(lines[0]).toMatch(/^value,visitors,/);
});

test('a list that ends before the page of its address leads back to its last page', async ({ page }) => {
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  await page.goto(`http://localhost:${demo.port}/${demo.project}/list/page?offset=99999`);
  await expect(page.getByText('The list ends before.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Before', exact: true }).click();
  await expect(page.locator('tbody [data-row]').first()).toBeVisible();
});

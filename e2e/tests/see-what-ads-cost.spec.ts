import AxeBuilder from '@axe-core/playwright';
import type { SpendResponse } from '@cvq/contract';
import { expect, type Page, test } from '@playwright/test';
import { demoToLookAt, type StartedDemo, startDemo } from '../started-demo.ts';

type ToldSpend = Extract<SpendResponse['data'], { available: true }>;

let demo: StartedDemo;
let unconnected: StartedDemo;
test.beforeAll(async () => {
  [demo, unconnected] = [await demoToLookAt(70), await startDemo(0)];
});
test.afterAll(() => unconnected.end());
test.use({ locale: 'en-GB' });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const campaigns = (page: Page) => page.locator('.campaigns tbody tr');

async function openSpend(page: Page, of = demo): Promise<void> {
  await page.goto(of.demoLink);
  await page.waitForURL(`**/${of.project}**`);
  await page.goto(`http://localhost:${of.port}/${of.project}/spend`);
  await expect(heading(page)).toBeVisible();
}

/** What the read API answers to the same question. */
async function asked(page: Page): Promise<ToldSpend> {
  const { data } = await page.evaluate(async (project) => {
    const response = await fetch(`/dashboard-api/v1/analytics/spend?project=${project}&range=30d`);
    return (await response.json()) as SpendResponse;
  }, demo.project);
  if (!data.available) throw new Error(`Nothing is told of spend: ${data.message}`);
  return data;
}

const money = (value: number) =>
  new Intl.NumberFormat('en-GB', {
    ...{ style: 'currency', currency: 'EUR' },
    ...(value >= 1000 && { maximumFractionDigits: 0 }),
  }).format(value);

/** The names in the first column, and what stands in the column of spend. */
const shown = (page: Page) =>
  campaigns(page).evaluateAll((rows) =>
    rows.map((row) => ({
      name: row.querySelector('.name, th[scope="rowgroup"]')?.textContent,
      spend: row.querySelector('td.ad_spend')?.textContent,
      conversions: Number(row.querySelector('td.conversions')?.textContent?.replace(/\D/g, '')),
    })),
  );

test('its figures are those of the read API, by platform and campaign', async ({ page }) => {
  await openSpend(page);
  await expect(campaigns(page).first()).toBeVisible();
  const { totals, by_platform, by_campaign } = await asked(page);
  await expect(heading(page)).toContainText(`Ads cost ${money(totals.ad_spend ?? 0)} in the last 30 days`);
  await expect(page.locator('.strip .figure').first()).toHaveText(money(totals.ad_spend ?? 0));
  const rows = by_platform.flatMap(({ platform, ad_spend, conversions }) => {
    const of = by_campaign.filter((one) => one.platform === platform);
    const rest = of.reduce((left, row) => left - (row.conversions ?? 0), conversions ?? 0);
    return [
      { spend: money(ad_spend ?? 0), conversions: conversions ?? 0 },
      ...of.map((row) => ({
        ...{ name: row.campaign, spend: money(row.ad_spend ?? 0), conversions: row.conversions ?? 0 },
      })),
      // The rows of a platform add up to it.
      ...(rest > 0 ? [{ name: 'Campaign not known', spend: '–', conversions: rest }] : []),
    ];
  });
  expect(rows.some((row) => 'name' in row && row.name === 'Campaign not known')).toBe(true);
  expect(await shown(page)).toMatchObject(rows);
  await expect(
    page.locator('.campaigns .change .delta').first(),
    'days that are over are compared',
  ).toBeVisible();
});

test('it is sorted and read by mouse and by keys, and back and reload show the same', {
  tag: '@long',
}, async ({ page }) => {
  await openSpend(page);
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page.getByRole('tab', { name: /^Spend/ }), 'the Overview tells it too').toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(campaigns(page).first()).toBeVisible();
  const before = await shown(page);
  await page.getByRole('columnheader', { name: 'Spend' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=spend/);
  await expect.poll(() => shown(page)).not.toEqual(before);
  const sorted = await shown(page);
  await page.reload();
  await expect.poll(() => shown(page)).toEqual(sorted);
  await page.goBack();
  await expect.poll(() => shown(page)).toEqual(before);

  const chart = page.getByRole('slider');
  await chart.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(chart).toHaveAttribute('aria-valuetext', /spend €[\d.,]+, revenue €[\d.,]+/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/start=\d{4}-\d{2}-\d{2}&end=/);
  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.locator('table.series tbody tr')).toHaveCount(1);
});

test('where nothing tells what ads cost it says how to connect, beside a sample', async ({ page }) => {
  await openSpend(page, unconnected);
  await expect(heading(page)).toContainText('Nothing tells what ads of this project cost yet.');
  await expect(page.getByRole('link', { name: 'Import a CSV' })).toHaveAttribute(
    'href',
    /settings\/integrations/,
  );
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

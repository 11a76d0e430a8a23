import { OverviewResponse } from '@cvq/contract';
import type { Download, Page } from '@playwright/test';
import { type Collector, expect, test } from '../../collector.ts';

test('a newsletter sign-up is a conversion without revenue', async ({ page, collector }) => {
  await page.goto('/demo/');
  await page.getByRole('link', { name: 'Get the newsletter' }).click();
  await signUp(page);
  await expect(page.getByText('You are on the list.')).toBeVisible();

  await expectVisit(collector, { pageviews: 2, conversions: 1, revenue: 0, average_order_value: null });
});

test('a download of the care guide is a conversion, and the file arrives', async ({ page, collector }) => {
  await page.goto('/demo/care.html');
  const download = await downloadGuide(page);
  expect(download.suggestedFilename()).toBe('care-guide.pdf');
  expect(await download.failure()).toBeNull();

  await expectVisit(collector, { pageviews: 1, conversions: 1, revenue: 0 });
});

test('a sign-up and a download by one visitor are two conversions of one session', { tag: '@long' }, async ({
  page,
  collector,
}) => {
  await page.goto('/demo/newsletter.html');
  await signUp(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Care' }).click();
  await page.waitForURL('**/care.html');
  await downloadGuide(page);

  await expectVisit(collector, { pageviews: 2, conversions: 2, converted_sessions: 1, conversion_rate: 1 });
});

async function signUp(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('visitor@example.com');
  await page.getByRole('button', { name: 'Sign up' }).click();
}

async function downloadGuide(page: Page): Promise<Download> {
  const arrival = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the guide' }).click();
  return arrival;
}

/** The Overview tells of one visit of one visitor, with these figures. */
async function expectVisit(collector: Collector, figures: Partial<OverviewResponse['data']>): Promise<void> {
  const overview = async () =>
    OverviewResponse.parse(await collector.ask('/v1/analytics/overview?range=7d')).data;
  await expect.poll(overview).toMatchObject({ sessions: 1, visitors: 1, ...figures });
}

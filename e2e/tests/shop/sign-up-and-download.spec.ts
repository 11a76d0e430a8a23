import { OverviewResponse } from '@cvq/contract';
import { type Collector, expect, test } from '../../collector.ts';

test('a newsletter sign-up is a conversion without revenue', async ({ page, collector }) => {
  await page.goto('/demo/');
  await page.getByRole('link', { name: 'Get the newsletter' }).click();
  await page.getByLabel('E-mail').fill('visitor@example.com');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('You are on the list.')).toBeVisible();

  await expect
    .poll(() => overview(collector))
    .toMatchObject({
      pageviews: 2,
      sessions: 1,
      visitors: 1,
      conversions: 1,
      revenue: 0,
      average_order_value: null,
    });
});

test('a download of the care guide is a conversion, and the file arrives', async ({ page, collector }) => {
  await page.goto('/demo/care.html');
  const arrival = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the guide' }).click();
  const download = await arrival;
  expect(download.suggestedFilename()).toBe('care-guide.pdf');
  expect(await download.failure()).toBeNull();

  await expect
    .poll(() => overview(collector))
    .toMatchObject({
      pageviews: 1,
      sessions: 1,
      visitors: 1,
      conversions: 1,
      revenue: 0,
    });
});

test('a sign-up and a download by one visitor are two conversions of one session', async ({
  page,
  collector,
}) => {
  await page.goto('/demo/newsletter.html');
  await page.getByLabel('E-mail').fill('visitor@example.com');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Care' }).click();
  await page.waitForURL('**/care.html');
  const arrival = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the guide' }).click();
  await arrival;

  await expect
    .poll(() => overview(collector))
    .toMatchObject({
      pageviews: 2,
      sessions: 1,
      visitors: 1,
      conversions: 2,
      converted_sessions: 1,
      conversion_rate: 1,
    });
});

async function overview(collector: Collector) {
  return OverviewResponse.parse(await collector.ask('/v1/analytics/overview?range=7d')).data;
}

import { OverviewResponse } from '@cvq/contract';
import { expect, test } from '../../collector.ts';

const PAGES = [
  '',
  'category.html',
  'teapot.html',
  'cup.html',
  'bowl.html',
  'jug.html',
  'cart.html',
  'thank-you.html',
  'newsletter.html',
  'care.html',
];

test('every page of the shop is counted below a policy that allows nothing inline and nothing foreign', async ({
  page,
  collector,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  await page.route('**/demo/**', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-security-policy': "default-src 'self'" };
    await route.fulfill({ response, headers });
  });

  for (const name of PAGES) {
    await page.goto(`/demo/${name}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  await expect
    .poll(async () => OverviewResponse.parse(await collector.ask('/v1/analytics/overview?range=7d')).data)
    .toMatchObject({ pageviews: PAGES.length, sessions: 1, visitors: 1, conversions: 0 });
  expect(complaints).toEqual([]);
});

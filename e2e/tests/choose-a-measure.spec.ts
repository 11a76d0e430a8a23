import { expect, test } from '@playwright/test';
import { type StartedDemo, startDemo } from '../started-demo.ts';

let demo: StartedDemo;
test.beforeAll(async () => {
  demo = await startDemo(14);
});
test.afterAll(() => demo.end());

test('another measure that chooses the same rows is shown at once, and nothing is asked for', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/dashboard-api/v1/overview')) asked.push(request.url());
  });
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  const tab = (name: RegExp) => page.getByRole('tab', { name });
  const main = page.locator('main');
  await expect(tab(/^Visitors/)).toBeVisible();
  await expect(main).toHaveAttribute('aria-busy', 'false');
  const first = asked.length;

  await tab(/^Spend/).click();
  await expect(page.getByRole('slider')).toHaveAttribute('aria-label', /^Spend by/);
  await tab(/^Visitors/).click();
  await expect(page).not.toHaveURL(/metric=/);
  expect(asked, 'both choose the same rows').toHaveLength(first);
});

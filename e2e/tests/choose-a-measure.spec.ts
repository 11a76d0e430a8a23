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

test('other days are chosen from a calendar, by mouse and by keys, for both periods', async ({ page }) => {
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  const main = page.locator('main');
  await expect(main).toHaveAttribute('aria-busy', 'false');
  const usual = page.url();
  const today = Date.now();
  const before = (days: number) => new Date(today - days * 86_400_000).toISOString().slice(0, 10);

  await page.getByRole('button', { name: /^Range/ }).click();
  await page.getByRole('menuitemradio', { name: 'Other days…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Which days to show' });
  await dialog.getByLabel('First day').fill(before(3));
  await dialog.getByLabel('Last day').fill(before(6));
  await dialog.getByRole('button', { name: 'Show' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('The last day is before the first.');
  await dialog.getByLabel('First day').fill(before(6));
  await dialog.getByLabel('Last day').fill(before(3));
  await dialog.getByRole('button', { name: 'Show' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`start=${before(6)}&end=${before(3)}`));
  await expect(main).toHaveAttribute('aria-busy', 'false');
  await page.goBack();
  await expect(page).toHaveURL(usual);

  await page.getByRole('button', { name: /^Comparison/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { checked: true })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const compared = page.getByRole('dialog', { name: 'Which days to compare with' });
  await expect(compared.getByLabel('First day')).toBeFocused();
  await compared.getByLabel('First day').fill(before(12));
  await compared.getByLabel('Last day').fill(before(9));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`compare=${before(12)}\\.\\.${before(9)}`));
});

test('an address that names no range is told so, and which one is shown, until another is chosen', async ({
  page,
}) => {
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  await page.goto(`http://localhost:${demo.port}/${demo.project}?range=30days&compare=none`);
  const line = page.getByText('The address says');
  await expect(line).toHaveText(
    'The address says range=30days, which is no range. What is shown is “Last 30 days”.',
  );
  await expect(page).toHaveURL(/\?compare=none$/);
  await page.getByRole('button', { name: /^Range/ }).click();
  await page.getByRole('menuitemradio', { name: 'Last 7 days' }).click();
  await expect(page).toHaveURL(/range=7d/);
  await expect(line).toHaveCount(0);
});

import { expect, type Page, test } from '@playwright/test';
import { letStepUpsEnd } from '../let-step-ups-end.ts';
import { ANN, signUp } from '../sign-up.ts';
import { type StartedDemo, startDemo } from '../started-demo.ts';

let demo: StartedDemo;
test.beforeAll(async () => {
  demo = await startDemo(14);
});
test.afterAll(() => demo.end());

const asked = (page: Page) => page.getByRole('dialog', { name: 'Give your password again.' });
const removal = (page: Page) => page.getByRole('dialog', { name: 'Remove this conversion for good?' });
const rows = (page: Page) => page.locator('main tbody [data-row]');

test('what needs the password again asks for it, and is done then', async ({ page }) => {
  await page.goto(demo.demoLink);
  await page.waitForURL(`**/${demo.project}**`);
  await page.goto(`http://localhost:${demo.port}/${demo.project}/conversions`);
  await rows(page).first().click();
  await expect(
    page.getByText('Admins can remove it.'),
    'the owner of the demo removes nothing',
  ).toBeVisible();

  await signUp(page, demo);
  await page.waitForLoadState('networkidle');
  await letStepUpsEnd(demo.folder);

  await page.goto(`http://localhost:${demo.port}/${demo.project}/conversions?type=purchase`);
  const order = await page.locator('tbody tr:first-child td.order').textContent();
  await rows(page).first().click();
  await page.getByRole('button', { name: 'Remove…' }).click();
  await page.getByLabel('To go on, write').fill('another order');
  await page.keyboard.press('Enter');
  await expect(removal(page).getByRole('alert')).toContainText('Nothing was done');
  await page.getByLabel('To go on, write').fill(order ?? '');
  await page.keyboard.press('Enter');

  await expect(asked(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(asked(page)).toHaveCount(0);
  await expect(removal(page).getByRole('alert')).toHaveText('Nothing was done without your password.');

  await removal(page).getByRole('button', { name: 'Remove' }).click();
  await asked(page).getByRole('textbox').fill('wrong wrong wrong');
  await page.keyboard.press('Enter');
  await expect(asked(page).getByRole('alert')).toHaveText('It is wrong.');
  const again = asked(page).getByRole('button', { name: /^Again in \d+ s$/ });
  // Each wait is twice as long as the one before, so that one of them is seen on any machine.
  for (let failures = 2; failures <= 10 && !(await again.isVisible()); failures += 1) {
    await asked(page).getByRole('textbox').fill('wrong wrong wrong');
    const refused = page.waitForResponse(/\/step-up$/);
    await asked(page).getByRole('button', { name: 'Go on' }).click();
    await refused;
    await expect(asked(page).locator('form')).toHaveAttribute('aria-busy', 'false');
  }
  await expect(again).toBeVisible();
  await asked(page).getByRole('textbox').fill(ANN.password);
  await asked(page).getByRole('button', { name: 'Go on' }).click();

  await expect(page.getByRole('heading', { level: 2, name: /^\d+ conversions$/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Order' }).fill(order ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByText('None of this in these days.')).toBeVisible();
});

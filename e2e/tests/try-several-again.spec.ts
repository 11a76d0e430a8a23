import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { openPinnedDemo, type PinnedDemo } from '../pinned-demo.ts';
import { signIn } from '../sign-in.ts';

// How many sales have failed at a platform depends on the moment at which the history of the demo ends. The thread that
// sends goes by the clock of the machine: of a moment that is over it would send what waits, with the demo's
// credentials, which no platform gave.
let demo: PinnedDemo;
let cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;
test.beforeAll(async ({ browser }) => {
  demo = await openPinnedDemo(Date.parse('2099-11-30T08:28:00.000Z'), 14, { sends: true });
  const context = await browser.newContext();
  await signIn(context, demo.origin, await demo.signUp());
  cookies = await context.cookies();
  await context.close();
});
test.afterAll(() => demo.end());
test.beforeEach(({ context }) => context.addCookies(cookies));

const outcomes = (page: Page) => page.locator('.retry-several li');

test('the account of a platform leads to what it might take after all, with all of it marked', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${demo.origin}/${demo.project}/conversions`);
  const link = page.locator('.account').getByRole('link', { name: /^Try again what .+ does not have$/ });
  const platform = /again what (.+) does/.exec((await link.first().textContent()) ?? '')?.[1] ?? '';
  const button = page.getByRole('button', { name: /^Try again \(\d+\)$/ });
  const marks = page.locator('.conversions tbody').getByRole('checkbox');
  const expectAllMarked = async () => {
    await expect(page).toHaveURL(/\?platform=\w+&status=failed&mark=all$/);
    await expect(button).toBeFocused();
    await expect(button).toHaveText(`Try again (${await marks.count()})`);
    await expect(page.locator('.conversions tbody').getByRole('checkbox', { checked: false })).toHaveCount(0);
  };
  await link.first().click();
  await expectAllMarked();
  await expect(button).toBeInViewport();
  const many = await marks.count();
  await page.goBack();
  await expect(button).toHaveCount(0);
  await page.goForward();
  await expectAllMarked();
  // Whoever lists something else has marked nothing of it, and Enter is not meant for the button.
  await page.locator('.conversions tbody').getByRole('checkbox').first().uncheck();
  const platforms = page.getByRole('combobox', { name: 'Platform' });
  await platforms.focus();
  await platforms.selectOption('');
  await expect(page).toHaveURL(/\?status=failed$/);
  await expect(platforms).toBeFocused();
  await expect(page.locator('.conversions tbody').getByRole('checkbox', { checked: false })).not.toHaveCount(
    0,
  );
  await expect(platforms).toBeFocused();
  await page.goBack();
  await expect(page.locator('.conversions tbody').getByRole('checkbox', { checked: false })).toHaveCount(1);
  await page.reload();
  await expectAllMarked();
  await page.keyboard.press('Enter');
  await expect(outcomes(page)).toHaveCount(many);
  await expect(outcomes(page).filter({ hasText: ` to ${platform}: ` })).toHaveCount(many);
  await expect(button).toHaveCount(0);
});

test('marked conversions are tried again, and each says what became of it', async ({ page }) => {
  await page.goto(`${demo.origin}/${demo.project}/conversions?status=failed`);
  const all = page.getByRole('checkbox', { name: 'Mark all that can be tried again' });
  await expect(all).toBeVisible();
  expect(await page.getByRole('checkbox').count()).toBeGreaterThan(2);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await all.focus();
  await page.keyboard.press('Space');
  const button = page.getByRole('button', { name: /^Try again \(\d+\)$/ });
  const marked = async () => Number(/\d+/.exec((await button.textContent()) ?? '')?.[0]);
  await expect.poll(marked).toBeGreaterThan(1);
  const many = await marked();
  await button.click();
  await expect(outcomes(page)).toHaveCount(many);
  await expect(
    outcomes(page).filter({ hasText: 'is sent again as soon as possible.' }).first(),
  ).toBeVisible();
  await expect(button).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 2, name: /^\d+ conversions?$/ })).toBeVisible();
});

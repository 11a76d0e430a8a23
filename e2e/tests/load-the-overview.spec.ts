import { expect, test } from '@playwright/test';
import { LIMITS } from '../../bench/dashboard/limits.ts';
import { loadFigures } from '../../bench/dashboard/load-figures.ts';
import { demoToLookAt, type StartedDemo } from '../started-demo.ts';

let demo: StartedDemo;
test.beforeAll(async () => {
  demo = await demoToLookAt(70);
});

/** In fresh browsers of the same session: nothing is kept from an earlier load. */
for (const [on, viewport] of [
  ['a wide screen', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test(`on ${on} the Overview asks for five things before its figures are painted, and moves nothing after`, async ({
    browser,
  }) => {
    const signedIn = await browser.newContext({ viewport });
    const first = await signedIn.newPage();
    await first.goto(demo.demoLink);
    await first.waitForURL(`**/${demo.project}**`);
    const cold = await browser.newContext({ viewport, storageState: await signedIn.storageState() });
    await signedIn.close();
    const page = await cold.newPage();
    const figures = await loadFigures(page, `http://localhost:${demo.port}/${demo.project}`);
    for (const [name, { limit, isExact }] of Object.entries(LIMITS))
      if (isExact) expect.soft(figures[name as keyof typeof figures], name).toBeLessThanOrEqual(limit);
    await expect(page.getByRole('region', { name: 'Notices' }), 'what came later was there').toBeVisible();
    await expect(page.getByRole('heading', { name: 'Latest conversions' })).toBeVisible();
    await cold.close();
  });

test('what a key opened over the Overview leaves it where it was scrolled to, and gives the focus to its headline', async ({
  page,
}) => {
  await page.goto(demo.demoLink);
  await expect(page.getByRole('heading', { name: 'Latest conversions' })).toBeAttached();
  for (const key of ['?', '/', 'a']) {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Latest conversions' })).toBeAttached();
    await page.evaluate(() => scrollTo(0, 100));
    await page.keyboard.press(key);
    await expect(page.locator('dialog[open]'), key).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog[open]'), key).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 }), key).toBeFocused();
    expect(await page.evaluate(() => scrollY), key).toBe(100);
  }
});

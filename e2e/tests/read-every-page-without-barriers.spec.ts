import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { openPinnedDemo, type PinnedDemo } from '../pinned-demo.ts';
import { SCENES, type Scene } from '../screenshots/scenes.ts';
import { signIn } from '../sign-in.ts';

const NOW = Date.parse('2026-11-19T08:37:00.000Z');
const WIDTHS = [1440, 390];
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

let demo: PinnedDemo;
test.beforeAll(async () => {
  demo = await openPinnedDemo(NOW, 30);
});
test.afterAll(() => demo.end());
test.use({ locale: 'en-GB', timezoneId: 'UTC' });

test.describe('before anybody has signed up', () => {
  lookAt(SCENES.filter(({ as }) => as === 'first'));
});

test.describe('once somebody has signed up', () => {
  let cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;
  test.beforeAll(async ({ browser }) => {
    const context = await browser.newContext();
    await signIn(context, demo.origin, await demo.signUp());
    cookies = await context.cookies();
    await context.close();
  });
  lookAt(SCENES.filter(({ as }) => as === 'stranger'));
  lookAt(
    SCENES.filter(({ as }) => as === undefined),
    (page) => page.context().addCookies(cookies),
  );
});

/** Looks at each in both widths, and at each of these in both schemes. */
function lookAt(scenes: readonly Scene[], prepare?: (page: Page) => Promise<void>): void {
  for (const { name, path, awaits, before } of scenes)
    for (const width of WIDTHS)
      test(`axe finds nothing in ${name} at ${width} px, and nothing scrolls sideways`, async ({ page }) => {
        await page.clock.setFixedTime(NOW);
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await prepare?.(page);
        await page.goto(`${demo.origin}${await path(demo)}`);
        await page.locator(awaits).first().waitFor();
        await before?.(page);
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect.soft(await faultsOf(page), colorScheme).toEqual([]);
        }
        const beyond = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(beyond).toBeLessThanOrEqual(0);
      });
}

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

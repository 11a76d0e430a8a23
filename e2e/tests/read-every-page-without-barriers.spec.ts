import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { openPinnedDemo, type PinnedDemo } from '../pinned-demo.ts';
import { SCENES, type Scene } from '../screenshots/scenes.ts';
import { signIn } from '../sign-in.ts';

const NOW = Date.parse('2026-11-19T08:37:00.000Z');
const WIDTHS = [1440, 390] as const;
/**
 * What a page can be looked at in, without being loaded anew. Of the four combinations one page is looked at in the first,
 * the next one in the second, and so on; `npm run test:barriers` looks at every page in all four, and `npm test` at
 * every fifth page.
 */
const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  WIDTHS.map((width) => ({ width, colorScheme })),
);
const looksOf = (scene: Scene) =>
  process.env.CVQ_EVERY_COMBINATION
    ? LOOKS
    : LOOKS.filter((_, look) => look === SCENES.indexOf(scene) % LOOKS.length);
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

function lookAt(scenes: readonly Scene[], prepare?: (page: Page) => Promise<void>): void {
  for (const scene of scenes) {
    const { name, path, awaits, before } = scene;
    const tag = SCENES.indexOf(scene) % 10 === 0 ? [] : ['@long'];
    test(`axe finds nothing in ${name}, and nothing scrolls sideways`, { tag }, async ({ page }) => {
      await page.clock.setFixedTime(NOW);
      await page.setViewportSize({ width: WIDTHS[0], height: 844 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await prepare?.(page);
      await page.goto(`${demo.origin}${await path(demo)}`);
      await page.locator(awaits).first().waitFor();
      await before?.(page);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      for (const { width, colorScheme } of looksOf(scene)) {
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ colorScheme });
        expect.soft(await faultsOf(page), `${width} px, ${colorScheme}`).toEqual([]);
      }
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 844 });
        // A chart is drawn anew in the frames after.
        await expect
          .poll(() => beyondOf(page), { message: `${width} px scroll sideways` })
          .toBeLessThanOrEqual(0);
      }
    });
  }
}

/** CSS pixels that stand out at the right. */
const beyondOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { openPinnedDemo, type PinnedDemo } from '../pinned-demo.ts';
import { SCENES, type Scene } from '../screenshots/scenes.ts';
import { signIn } from '../sign-in.ts';

const NOW = Date.parse('2026-11-19T08:37:00.000Z');
/**
 * What each page is looked at in, without being loaded anew. Two of the four combinations have each width and each scheme
 * once; `npm run test:barriers` looks at all four.
 */
const LOOKS = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  ...(process.env.CVQ_EVERY_COMBINATION
    ? ([
        { width: 390, colorScheme: 'light' },
        { width: 1440, colorScheme: 'dark' },
      ] as const)
    : []),
] as const;
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
  for (const { name, path, awaits, before } of scenes)
    test(`axe finds nothing in ${name}, and nothing scrolls sideways`, async ({ page }) => {
      await page.clock.setFixedTime(NOW);
      await page.setViewportSize({ width: LOOKS[0].width, height: 844 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await prepare?.(page);
      await page.goto(`${demo.origin}${await path(demo)}`);
      await page.locator(awaits).first().waitFor();
      await before?.(page);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      for (const { width, colorScheme } of LOOKS) {
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ colorScheme });
        expect.soft(await faultsOf(page), `${width} px, ${colorScheme}`).toEqual([]);
        const beyond = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect.soft(beyond, `${width} px scroll sideways`).toBeLessThanOrEqual(0);
      }
    });
}

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

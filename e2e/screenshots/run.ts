// Pictures of every page of the dashboard, in both schemes and both widths: `npm run screenshots [-- NAME …]`. The moment, the
// demo's history, the zone and the font are always the same, so that a change of a picture is a change of the page.
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { openPinnedDemo } from '../pinned-demo.ts';
import { startChromium } from '../sdk/playwright-engine.ts';
import { signIn } from '../sign-in.ts';
import { SCENES, type Scene } from './scenes.ts';

const NOW = Date.parse('2026-11-19T08:37:00.000Z');
const DAYS = 400;
const FOLDER = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));
/** What comes after the figures has come by then. */
const SETTLED_MS = 700;
const SIZES = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const SCHEMES = ['light', 'dark'] as const;

const FONT = import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
const STYLE = `
  @font-face { font-family: "Pinned"; src: url(data:font/woff2;base64,${readFileSync(fileURLToPath(FONT), 'base64')}); font-weight: 100 900; }
  :root { --sans: "Pinned" !important; }
  * { caret-color: transparent !important; transition: none !important; animation-duration: 0s !important; }`;

const names = process.argv.slice(2);
const unknown = names.find((name) => SCENES.every((scene) => scene.name !== name));
if (unknown)
  throw new Error(
    `There is no picture ${unknown}: choose from ${SCENES.map(({ name }) => name).join(', ')}.`,
  );
const scenes = SCENES.filter(({ name }) => names.length === 0 || names.includes(name));

mkdirSync(FOLDER, { recursive: true });
const demo = await openPinnedDemo(NOW, DAYS);
const browser = await startChromium(process.env.CVQ_CHROMIUM);
try {
  await takeAll(scenes.filter(({ as }) => as === 'first'));
  const person = await demo.signUp();
  await takeAll(scenes.filter(({ as }) => as === 'stranger'));
  await takeAll(
    scenes.filter(({ as }) => as === undefined),
    (context) => signIn(context, demo.origin, person),
  );
} finally {
  await browser.close();
  await demo.end();
}

async function takeAll(
  wanted: readonly Scene[],
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  for (const colorScheme of SCHEMES) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      // The pinned font is put into the page, whose own policy allows no other style.
      const options = { viewport, colorScheme, locale: 'en-GB', timezoneId: 'UTC', bypassCSP: true } as const;
      const context = await browser.newContext(options);
      await context.clock.setFixedTime(NOW);
      await prepare?.(context);
      for (const scene of wanted) {
        const page = await context.newPage();
        await take(page, scene, `${FOLDER}${scene.name}-${size}-${colorScheme}.png`);
        await page.close();
      }
      await context.close();
    }
  }
}

async function take(page: Page, { path, awaits, before }: Scene, file: string): Promise<void> {
  await page.goto(`${demo.origin}${await path(demo)}`);
  await page.addStyleTag({ content: STYLE });
  await page.locator(awaits).first().waitFor();
  await before?.(page);
  await page.addStyleTag({ content: STYLE });
  // Live never comes to rest: its stream stays open.
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.waitForTimeout(SETTLED_MS);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: file });
  process.stdout.write(`${file.slice(file.lastIndexOf('/') + 1)}\n`);
}

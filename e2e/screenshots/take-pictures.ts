// Takes the pictures whose names are the arguments, or all of them. `run.ts` starts it.
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { openPinnedDemo } from '../pinned-demo.ts';
import { startChromium } from '../sdk/playwright-engine.ts';
import { signIn } from '../sign-in.ts';
import { PINNED_MOMENT } from './pinned-moment.ts';
import { SCENES, type Scene } from './scenes.ts';

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
const demo = await openPinnedDemo(PINNED_MOMENT, DAYS);
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
      await context.clock.setFixedTime(PINNED_MOMENT);
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
  await page.evaluate(writeAlike, new URL(demo.origin).host);
  await page.screenshot({ path: file });
  process.stdout.write(`${file.slice(file.lastIndexOf('/') + 1)}\n`);
}

/** In the page: a port and ids, which each run has its own of, are written as in all others. */
function writeAlike(host: string): void {
  const letters = '8fK2mQ4xW7nB5tR9cV3yL6dH';
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const alike = text.data
      .replaceAll(host, 'localhost:3000')
      .replace(/\b([a-z]+_)([A-Za-z0-9]{16,24})\b/g, (_, kind: string, id: string) => {
        return `${kind}${letters.slice(0, id.length)}`;
      });
    if (alike !== text.data) text.data = alike;
  }
}

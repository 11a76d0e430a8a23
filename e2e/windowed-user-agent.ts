import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type LaunchOptions } from 'playwright-core';
import { madeOnce } from './made-once.ts';

/**
 * What the browser would call itself with a window. It is for the command line of the browser: Playwright's own
 * `userAgent` does not reach the beacons of a page that goes away, and its device descriptors name a full version
 * where a real Chrome has zeros, so that bot rules see through both.
 */
export async function windowedUserAgent(options: LaunchOptions): Promise<string> {
  const asked = await madeOnce('user-agent', async (folder) => {
    await writeFile(path.join(folder, 'headless.txt'), await headlessUserAgent(options));
  });
  const headless = await readFile(path.join(asked, 'headless.txt'), 'utf8');
  return headless.replace('HeadlessChrome', 'Chrome');
}

/** Asked of a browser of its own, since a page must be open to tell. */
async function headlessUserAgent(options: LaunchOptions): Promise<string> {
  const browser = await chromium.launch(options);
  const page = await browser.newPage();
  const headless = await page.evaluate(() => navigator.userAgent);
  await browser.close();
  return headless;
}

import { chromium, type LaunchOptions } from '@playwright/test';

/**
 * What the browser would call itself with a window. It is for the command line of the browser: Playwright's own
 * `userAgent` does not reach the beacons of a page that goes away, and its device descriptors name a full version
 * where a real Chrome has zeros, so that bot rules see through both.
 */
export async function windowedUserAgent(options: LaunchOptions): Promise<string> {
  const browser = await chromium.launch(options);
  const page = await browser.newPage();
  const headless = await page.evaluate(() => navigator.userAgent);
  await browser.close();
  return headless.replace('HeadlessChrome', 'Chrome');
}

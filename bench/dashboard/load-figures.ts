import type { Page } from 'playwright-core';
import { watchPage } from './watch-page.ts';

/** What a load of the Overview costs, by the names of `LIMITS`, once the page asks for nothing more. */
export async function loadFigures(page: Page, address: string) {
  await page.addInitScript(watchPage);
  await page.goto(address);
  await settled(page);
  return page.evaluate(figuresInPage);
}

export async function settled(page: Page): Promise<void> {
  await page.locator('main[aria-busy="false"] .metric').first().waitFor();
  await page.waitForLoadState('networkidle');
}

function figuresInPage() {
  const { firstFigures, longestTask, layoutShift } = window.watchedPage;
  if (firstFigures === null) throw new Error('The page has shown no figure.');
  // The page itself is one. What was begun but not answered by then has taken its share of the line as well.
  const requests = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ].filter(({ startTime }) => startTime <= firstFigures) as PerformanceResourceTiming[];
  // What the page itself names is asked for before its script has come.
  const script = requests.find(({ name }) => name.endsWith('.js'))?.responseEnd ?? 0;
  const bytesOf = (ending: RegExp) =>
    requests
      .filter(({ name, startTime }) => startTime < script && ending.test(name))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return {
    ...{ firstFigures, longestTask },
    // As browsers tell it.
    layoutShift: Math.round(layoutShift * 1000) / 1000,
    codeBytes: bytesOf(/\.(?:js|css)$/),
    fontBytes: bytesOf(/\.woff2$/),
    requests: requests.length,
    elements: document.querySelectorAll('*').length,
    firstPaint: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN,
  };
}

import type { BrowserContext, Page } from 'playwright-core';
import type { Figures } from './limits.ts';
import { clickAndWait, watchPage } from './watch-page.ts';

/** What one cold load of the Overview costs, and then each choice, which was made once before so that it is warm. */
export async function takeFigures(context: BrowserContext, address: string): Promise<Figures> {
  const page = await context.newPage();
  await page.addInitScript(watchPage);
  await page.goto(address);
  await settled(page);
  const load = await page.evaluate(loadFigures);
  const choosingMeasure = await click(page, '.metric[aria-selected="false"]:nth-child(2)', 'chosen');
  await settled(page);
  const range = (name: number) => `#range button:nth-of-type(${name})`;
  const filter = '.panel tbody [data-row]';
  for (const target of [range(3), range(4)]) await choose(page, target);
  const choosingRange = await choose(page, range(3));
  await choose(page, range(4));
  await choose(page, filter);
  await page.goBack();
  await settled(page);
  const choosingFilter = await choose(page, filter);
  await page.close();
  return { ...load, choosingMeasure, choosingRange, choosingFilter };
}

async function settled(page: Page): Promise<void> {
  await page.locator('main[aria-busy="false"] .metric').first().waitFor();
  await page.waitForLoadState('networkidle');
}

async function choose(page: Page, target: string): Promise<number> {
  const milliseconds = await click(page, target, 'answered');
  await settled(page);
  return milliseconds;
}

function click(page: Page, target: string, done: 'answered' | 'chosen'): Promise<number> {
  return page.evaluate(clickAndWait, { target, done });
}

/** In the page: what its load has cost. */
function loadFigures() {
  const { firstFigures, longestTask, layoutShift } = window.watchedPage;
  if (firstFigures === null) throw new Error('The page has shown no figure.');
  const resources = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
    ({ startTime }) => startTime <= firstFigures,
  );
  // What the page itself names is asked for before its script has come.
  const script = resources.find(({ name }) => name.endsWith('.js'))?.responseEnd ?? 0;
  const bytesOf = (ending: RegExp) =>
    resources
      .filter(({ name, startTime }) => startTime < script && ending.test(name))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return {
    ...{ firstFigures, longestTask },
    // As browsers tell it.
    layoutShift: Math.round(layoutShift * 1000) / 1000,
    codeBytes: bytesOf(/\.(?:js|css)$/),
    fontBytes: bytesOf(/\.woff2$/),
    // The page itself is one.
    requests: 1 + resources.filter(({ responseEnd }) => responseEnd <= firstFigures).length,
    elements: document.querySelectorAll('*').length,
    firstPaint: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN,
  };
}

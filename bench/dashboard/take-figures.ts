import type { BrowserContext, Page } from 'playwright-core';
import type { Figures } from './limits.ts';
import { loadFigures, settled } from './load-figures.ts';
import { clickAndWait } from './watch-page.ts';

/** What one cold load of the Overview costs, and then each choice, which was made once before so that it is warm. */
export async function takeFigures(context: BrowserContext, address: string): Promise<Figures> {
  const page = await context.newPage();
  const load = await loadFigures(page, address);
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

async function choose(page: Page, target: string): Promise<number> {
  const milliseconds = await click(page, target, 'answered');
  await settled(page);
  return milliseconds;
}

function click(page: Page, target: string, done: 'answered' | 'chosen'): Promise<number> {
  return page.evaluate(clickAndWait, { target, done });
}

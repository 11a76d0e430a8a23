// What the Overview costs a browser, beside its limits: `npm run bench:dashboard [-- --runs 9]`. Medians of cold loads of a
// demo of 30 days, from a collector as it is built, in the Chromium that it finds.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startChromium } from '../../e2e/sdk/playwright-engine.ts';
import { startDemo } from '../../e2e/started-demo.ts';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { type Figures, LIMITS, type Limit } from './limits.ts';
import { takeFigures } from './take-figures.ts';

const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '9' } } });
const runs = Number(options.runs);
if (!(runs >= 7)) throw new Error(`--runs takes 7 or more, not ${options.runs}: fewer have no median.`);

const demo = await startDemo(30);
const browser = await startChromium(await findBrowser());
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(demo.demoLink);
  await page.locator('.metric').first().waitFor();
  const storageState = await context.storageState();
  const address = page.url();
  await context.close();
  const taken: Figures[] = [];
  // The first is left out: it warms the collector.
  for (let run = 0; run <= runs; run += 1) {
    const cold = await browser.newContext({
      ...{ storageState, viewport: { width: 1440, height: 900 }, locale: 'en-GB' },
    });
    const figures = await takeFigures(cold, address);
    if (run > 0) taken.push(figures);
    await cold.close();
  }
  tell(taken);
} finally {
  await browser.close();
  await demo.end();
}

function tell(taken: readonly Figures[]): void {
  console.log(`Medians of ${taken.length} loads; load average ${loadavg()[0]?.toFixed(1)}`);
  console.log(row('', 'now', 'limit', 'prototype'));
  for (const [key, limit] of Object.entries(LIMITS) as [keyof Figures, Limit][]) {
    const value = median(taken.map((figures) => figures[key]));
    const isMissed = value > limit.limit;
    if (isMissed && limit.isExact) process.exitCode = 1;
    const cells = [written(value, limit), written(limit.limit, limit), limit.prototype ?? '–'];
    console.log(row(limit.name, ...cells) + (isMissed ? '  missed' : ''));
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

function written(value: number, { unit }: Limit): string {
  return `${value.toLocaleString('en-GB', { maximumFractionDigits: unit === '' ? 3 : 0 })} ${unit}`.trimEnd();
}

function row(name: string, ...cells: string[]): string {
  return name.padEnd(38) + cells.map((cell) => cell.padStart(11)).join('');
}

import { startCollector } from '../../e2e/sdk/collector-program.ts';
import { cvqTracker } from '../../e2e/sdk/cvq-tracker.ts';
import { startChromium } from '../../e2e/sdk/playwright-engine.ts';
import { openSite } from '../../e2e/sdk/site.ts';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { traceMainThread } from './main-thread-trace.mjs';
import { peerTracker } from './peer-tracker.mjs';
import { table } from './table.mjs';
import { openUnwatchedPage } from './unwatched-page.mjs';

const LOADS = 20;
const SLOWDOWN = 4;
/** A tracker has counted its first page view when its site has heard something, and then nothing for so long. */
const QUIET_MS = 1_000;
const VIEW_LIMIT_MS = 20_000;
/** https://w3c.github.io/longtasks/ */
const LONG_TASK_MS = 50;
/** What the columns hold, for readers of the table. */
const COUNTED = `Script is processor time of all outermost script slices of the main thread, microtasks included. Until the first view
is sent: evaluation, start, and everything up to the end of the slice that sends it. Until all is quiet: also what the
answer and whatever was put off set going. A long task takes more than ${LONG_TASK_MS} ms; the
browser's own work for a new page is about as much, with or without a tracker.`;
const PEERS = ['Plausible', 'OpenPanel', 'Snowplow', 'PostHog'];

/** What evaluation, start and first page view cost a slow machine's main thread: the medians of interleaved loads. */
export async function mainThread() {
  const collector = await startCollector();
  const browser = await startChromium(await findBrowser());
  try {
    const trackers = [null, { ...cvqTracker(collector), name: '**cvq** sdk.js' }];
    for (const name of PEERS) trackers.push(await peerTracker(name));
    const runs = [];
    for (const tracker of trackers) runs.push({ tracker, site: await openPage(tracker), loads: [] });
    for (let load = 0; load < LOADS; load++) {
      for (const { tracker, site, loads } of runs) loads.push(await measure(browser, site, tracker));
    }
    for (const { site } of runs) await site.close();
    return report(runs);
  } finally {
    await browser.close();
    await collector.end();
  }
}

function openPage(tracker) {
  const page = ({ pathname }, { address }) => {
    if (pathname !== '/') return undefined;
    // All send to the page's own origin, so that none pays for asking first.
    const head = tracker?.head(`${address}/in`) ?? '';
    return { html: `<!doctype html><meta charset="utf-8"><title>Page</title>${head}<p>A page.</p>` };
  };
  return openSite({ page, script: tracker?.script, receive: tracker?.receive });
}

async function measure(browser, site, tracker) {
  const heardBefore = site.heard;
  const page = await openUnwatchedPage(browser);
  try {
    await page.slowDown(SLOWDOWN);
    const endTrace = await traceMainThread(browser, site.address);
    await page.open(site.address);
    await site.untilVisited('/');
    if (tracker && !(await site.until(() => site.heard > heardBefore, VIEW_LIMIT_MS)))
      throw new Error(`${tracker.name} sent no page view.`);
    await site.untilQuiet(QUIET_MS);
    return await endTrace();
  } finally {
    await page.close();
  }
}

function report(runs) {
  const figures = runs.map(({ tracker, loads }) => ({
    name: tracker?.name ?? 'a page without any',
    untilSent: median(loads.map(({ untilSent }) => untilSent)),
    untilQuiet: median(loads.map(({ untilQuiet }) => untilQuiet)),
    all: median(loads.map(({ tasks }) => tasks.reduce((sum, ms) => sum + ms, 0))),
    longTasks: median(loads.map(({ tasks }) => tasks.filter((ms) => ms > LONG_TASK_MS).length)),
    longest: median(loads.map(({ tasks }) => Math.max(...tasks))),
  }));
  const rows = figures.map((figure) => [
    figure.name,
    figure.untilSent.toFixed(1),
    timesLightest(figures, figure, 'untilSent'),
    figure.untilQuiet.toFixed(1),
    timesLightest(figures, figure, 'untilQuiet'),
    figure.all.toFixed(0),
    figure.longTasks,
    figure.longest.toFixed(0),
  ]);
  const title = `**The main thread** in Chromium, ${SLOWDOWN} times slowed down: medians of ${LOADS} interleaved loads.`;
  const head = [
    '',
    'script ms until the first view is sent',
    'times the lightest',
    'script ms until all is quiet',
    'times the lightest',
    'all tasks ms',
    'long tasks',
    'longest ms',
  ];
  return `${title}\n\n${table(head, rows)}\n\n${COUNTED}`;
}

/** What a tracker adds to the page without any, beside what the lightest adds. */
function timesLightest([blank, ...others], figure, measure) {
  if (figure === blank) return '';
  const lightest = Math.min(...others.map((other) => other[measure] - blank[measure]));
  return ((figure[measure] - blank[measure]) / lightest).toFixed(2);
}

function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle - 0.5)] + sorted[Math.floor(middle - 0.5)]) / 2;
}

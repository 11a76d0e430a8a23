import { startCollector } from '../../e2e/sdk/collector-program.ts';
import { cvqTracker } from '../../e2e/sdk/cvq-tracker.ts';
import { lossPage, lossScenarios } from '../../e2e/sdk/loss-scenarios.ts';
import { launchChromium } from '../../e2e/sdk/playwright-engine.ts';
import { openSite } from '../../e2e/sdk/site.ts';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { peerTracker } from './peer-tracker.mjs';
import { table } from './table.mjs';

const PEERS = ['Plausible', 'OpenPanel', 'Mixpanel', 'PostHog', 'Snowplow'];
/** Scenarios that mostly wait. */
const WAITING = 4;
const PACE = { visitors: 5, outageMs: 4_000, recoveryMs: 25_000, quietMs: 1_200 };

/** How many events of each scenario arrive, ours and those of peers, and how often events were sent again in vain. */
export async function lossTable() {
  const engine = await launchChromium(await findBrowser());
  const collector = await startCollector();
  try {
    const rows = [await row(engine, { ...cvqTracker(collector), name: '**cvq**' }, collector)];
    for (const name of PEERS) rows.push(await row(engine, await peerTracker(name)));
    const columns = lossScenarios.map(({ letter, events }) => `${letter} /${events(PACE).length}`);
    return [
      '**Loss.** Events that arrive; `+n` counts sends of an event that had arrived already.',
      table(['', ...columns], rows),
      lossScenarios.map(({ letter, title }) => `${letter}: ${title}`).join('. '),
    ].join('\n\n');
  } finally {
    await engine.close();
    await collector.end();
  }
}

/** Those that are about leaving go one after another; the last ones mostly wait, and do it together. */
async function row(engine, tracker, collector) {
  const cellOf = (scenario) => cell({ engine, tracker, pace: PACE }, scenario, collector);
  process.stderr.write(`${tracker.name} …\n`);
  const cells = [];
  for (const scenario of lossScenarios.slice(0, -WAITING)) cells.push(await cellOf(scenario));
  return [tracker.name, ...cells, ...(await Promise.all(lossScenarios.slice(-WAITING).map(cellOf)))];
}

async function cell(stage, { play, events }, collector) {
  const { tracker, pace } = stage;
  const site = await openSite({ page: lossPage(tracker), script: tracker.script, receive: tracker.receive });
  try {
    await play({ ...stage, site });
    const names = events(pace);
    const counts = names.map((name) => site.arrivals.get(name) ?? 0);
    const extra = counts.reduce((sum, times) => sum + Math.max(0, times - 1), 0);
    const arrived = collector
      ? exactlyOnce(await collector.stored(), names, site.address)
      : counts.filter(Boolean).length;
    return extra > 0 ? `${arrived} +${extra}` : `${arrived}`;
  } finally {
    await site.close();
  }
}

/** For our own, what counts is what the collector stored. */
function exactlyOnce(stored, names, address) {
  const here = stored.filter(({ context }) => `${context.page_url}`.startsWith(address));
  return names.filter((name) => here.filter(({ event_type }) => event_type === name).length === 1).length;
}

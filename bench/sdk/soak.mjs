import { startCollector } from '../../e2e/sdk/collector-program.ts';
import { cvqTracker } from '../../e2e/sdk/cvq-tracker.ts';
import { startChromium } from '../../e2e/sdk/playwright-engine.ts';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { peerTracker } from './peer-tracker.mjs';
import { playPeople } from './play-people.mjs';
import { openProgress } from './soak-progress.mjs';
import { OURS, soakTable } from './soak-table.mjs';

/** A thousand visits of ours, and of each peer as many as show what it is made of. */
const PEOPLE = 100;
const PEOPLE_OF_A_PEER = 10;
const PEERS = ['Plausible', 'OpenPanel', 'Snowplow'];
/** Nobody new comes after so many minutes, unless another limit is given. */
const LIMIT = 8;

/**
 * A thousand visits on a bad network. Each person comes ten times and closes the tab each time, whatever waits in it,
 * then comes once more on a good network: what has not arrived after that is lost. A soak that ran out of time is
 * continued by the next with the same seed and the same build.
 */
export async function soak(seed = '1', minutes = LIMIT) {
  const until = performance.now() + minutes * 60_000;
  const browser = await startChromium(await findBrowser());
  const collector = await startCollector();
  const progress = openProgress(seed, await cvqTracker(collector).script('sdk.js'));
  try {
    let left = await play({ ...cvqTracker(collector), name: OURS }, PEOPLE, collector);
    for (const name of PEERS) left += await play(await peerTracker(name), PEOPLE_OF_A_PEER);
    if (left === 0) progress.forget();
  } finally {
    await browser.close();
    await collector.end();
  }
  return soakTable(seed, progress.parts);

  /** Resolves to how many people are left for another time. */
  async function play(tracker, people, ourCollector) {
    const played = progress.playedBy(tracker.name);
    const queue = Array.from({ length: people }, (_, person) => person).filter(
      (one) => !played.includes(one),
    );
    if (queue.length > 0 && performance.now() < until) {
      process.stderr.write(`${tracker.name}: ${queue.length} of ${people} people …\n`);
      progress.add(
        tracker.name,
        await playPeople({ browser, tracker, queue, seed, until, collector: ourCollector }),
      );
    }
    return queue.length;
  }
}

import { startCollector } from '../../e2e/sdk/collector-program.ts';
import { cvqTracker } from '../../e2e/sdk/cvq-tracker.ts';
import { startChromium } from '../../e2e/sdk/playwright-engine.ts';
import { openSite } from '../../e2e/sdk/site.ts';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { badNetwork } from './bad-network.mjs';
import { livePerson, VISITS_EACH } from './live-person.mjs';
import { table } from './table.mjs';

const PEOPLE = 100;
/** People who are on the site at the same moment. */
const AT_ONCE = 8;
/** A machine that is slow plays fewer visits: nobody new comes after so many minutes, unless another limit is given. */
const LIMIT = 8;
const MAX_LOST = 0.001;
const MAX_EXTRA = 0.5;

/**
 * A thousand visits on a bad network. Each person comes ten times and closes the tab each time, whatever waits in it,
 * then comes once more on a good network: what has not arrived after that is lost.
 */
export async function soak(seed = '1', minutes = LIMIT) {
  const started = performance.now();
  const browser = await startChromium(await findBrowser());
  const collector = await startCollector();
  const network = badNetwork(seed);
  const site = await openSite(siteOf(cvqTracker(collector)));
  site.faults = network.faults;
  const tracked = [];
  let waiting = 0;
  const queue = Array.from({ length: PEOPLE }, (_, person) => person);
  let people = 0;
  const work = async () => {
    while (queue.length > 0 && performance.now() - started < minutes * 60_000) {
      const person = queue.shift();
      people += 1;
      const life = await livePerson({ browser, site, network, person, seed });
      tracked.push(...life.tracked);
      waiting += life.waiting;
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const seconds = (performance.now() - started) / 1_000;
    return report({ stored: await collector.stored(), site, people, tracked, waiting, seed, seconds });
  } finally {
    await browser.close();
    await site.close();
    await collector.end();
  }
}

/** Each person has an endpoint of their own, so that the network can treat them by themselves. */
function siteOf(tracker) {
  const person = /^\/p\d+/;
  return {
    page({ pathname }, { endpoint }) {
      const [who] = pathname.match(person) ?? [];
      if (!who) return undefined;
      return {
        html: `<!doctype html><title>${pathname}</title>${tracker.head(endpoint + who)}<p>A page.</p>`,
      };
    },
    script: tracker.script,
    receive(request, body) {
      request.url = request.url.replace(person, '');
      return tracker.receive(request, body);
    },
  };
}

function report({ stored, site, people, tracked, waiting, seed, seconds }) {
  const times = Map.groupBy(stored, ({ event_type }) => event_type);
  const lost = tracked.filter((name) => !times.has(name));
  const twice = tracked.filter((name) => times.get(name)?.length > 1);
  const extra = [...site.arrivals.values()].reduce((sum, count) => sum + count - 1, 0) / tracked.length;
  const share = lost.length / tracked.length;
  const rows = [
    ['visits', people * VISITS_EACH],
    ['events tracked', tracked.length],
    ['requests that went wrong', site.failed],
    ['events still on the device before the last visit', waiting],
    [`lost after it (at most ${MAX_LOST * 100} %)`, `${lost.length} (${(share * 100).toFixed(3)} %)`],
    ['stored more than once (none)', twice.length],
    [`extra sends per event (at most ${MAX_EXTRA})`, extra.toFixed(3)],
  ];
  const title = `**A soak on a bad network**, seed ${seed}, ${seconds.toFixed(0)} s. Lost: ${lost.join(', ') || 'none'}.`;
  const isGood = share <= MAX_LOST && twice.length === 0 && extra <= MAX_EXTRA;
  return { text: `${title}\n\n${table(['', 'count'], rows)}`, isGood };
}

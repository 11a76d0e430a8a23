import { openSite } from '../../e2e/sdk/site.ts';
import { badNetwork } from './bad-network.mjs';
import { livePerson } from './live-person.mjs';

/** People who are on the site at the same moment. */
const AT_ONCE = 5;

/**
 * Takes people from a queue, until it is empty or a moment has come, and lets them live. Says who they were and what
 * became of their events. Ours count as the collector stored them, those of a peer as they arrived.
 */
export async function playPeople({ browser, tracker, queue, seed, until, collector }) {
  const started = performance.now();
  const network = badNetwork(seed);
  const site = await openSite(siteOf(tracker));
  site.faults = network.faults;
  const people = [];
  const lives = [];
  const work = async () => {
    while (queue.length > 0 && performance.now() < until) {
      const person = queue.shift();
      people.push(person);
      lives.push(await livePerson({ browser, site, network, tracker, person, seed }));
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const tracked = lives.flatMap((life) => life.tracked);
    const times = collector ? timesStored(await collector.stored()) : site.arrivals;
    return {
      people,
      tracked: tracked.length,
      lost: tracked.filter((name) => !times.has(name)),
      twice: collector ? tracked.filter((name) => times.get(name) > 1).length : 0,
      extra: [...site.arrivals.values()].reduce((sum, count) => sum + count - 1, 0),
      failed: site.failed,
      waiting: lives.reduce((sum, life) => sum + life.waiting, 0),
      seconds: (performance.now() - started) / 1_000,
    };
  } finally {
    await site.close();
  }
}

function timesStored(events) {
  const times = new Map();
  for (const { event_type } of events) times.set(event_type, (times.get(event_type) ?? 0) + 1);
  return times;
}

/** Each person has pages and, as far as the tracker lets us, an endpoint of their own: the network knows them by it. */
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

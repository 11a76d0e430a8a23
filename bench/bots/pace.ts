import { type Action, createTrafficClassifier, openNetworks, shippedNetworks } from '@cvq/collector/bots';
import { type Addresses, botsIn } from './bots-in.ts';
import type { Figure } from './figure.ts';
import { CROWDS, type Crowd } from './made-up/crowds.ts';
import { crawler, crowd, seeded } from './made-up/visitors.ts';
import { readSet } from './sets.ts';
import { atLeast } from './share.ts';

const PEOPLE = 500;
const RUNS = 200;
/** Milliseconds between the pages of a crawler. */
const WAITS = [500, 1000, 3000, 10_000, 60_000];
const FOUND_WITHIN = 15;

/** The second is one of Amazon's. */
const ADDRESSES: Addresses = { home: '203.0.113.7', cloud: '3.5.140.7' };
const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

/** What visitors do, classified as events are: with a browser's user agent and headers, from one address. */
export function pace(): Figure[] {
  const userAgents = (readSet<[string, number][]>('people-weighted') ?? []).map(([userAgent]) => userAgent);
  const random = seeded(1);
  const people = crowd(PEOPLE, random);
  const classify = classifierFrom(userAgents);
  const wronged = new Set(people.filter(classify).map(({ visitor }) => visitor)).size;
  return [
    {
      what: `of ${PEOPLE} people behind one address, called a bot`,
      found: String(wronged),
      goal: '0',
      isMet: people.length > PEOPLE && wronged === 0,
    },
    ...CROWDS.map(figureOf),
    ...WAITS.map((wait) =>
      atLeast(
        `crawlers found within ${FOUND_WITHIN} views, one each ${wait} ms`,
        95,
        foundInTime(wait, userAgents),
      ),
    ),
  ];
}

/** All bots of a crowd, except for those that it takes to know the rest, and nobody of a crowd of people. */
function figureOf(crowd: Crowd): Figure {
  const networks = openNetworks(shippedNetworks());
  const classify = createTrafficClassifier(() => networks, Date.now);
  const { visitors, bots } = botsIn(crowd, { classify, addresses: ADDRESSES, userAgent: USER_AGENT });
  const share = (100 * bots) / visitors;
  return crowd.isBot
    ? atLeast(crowd.what, crowd.tellable ?? 100, share)
    : { what: crowd.what, found: `${bots} of ${visitors}`, goal: '0', isMet: visitors > 0 && bots === 0 };
}

/** Of a hundred crawlers, those that were bots by their fifteenth view. */
function foundInTime(wait: number, userAgents: readonly string[]): number {
  const random = seeded(wait);
  const classify = classifierFrom(userAgents);
  const runs = Array.from({ length: RUNS }, (_, run) => crawler(`crawler ${run}`, wait, random));
  return (
    (100 * runs.filter((views) => views.slice(0, FOUND_WITHIN).filter(classify).length > 0).length) / RUNS
  );
}

/** Whether a action is a bot's. Each visitor has a browser of clean traffic, and all of them one address. */
function classifierFrom(userAgents: readonly string[]): (action: Action) => boolean {
  const networks = openNetworks(shippedNetworks());
  const classify = createTrafficClassifier(() => networks, Date.now);
  const chosen = new Map<string, string>();
  return (action) => {
    const userAgent = chosen.get(action.visitor) ?? userAgents[chosen.size % userAgents.length] ?? null;
    if (userAgent !== null) chosen.set(action.visitor, userAgent);
    const bot = classify({
      channel: 'browser',
      project: 'proj_bench',
      userAgent,
      address: '203.0.113.7',
      headers: { acceptLanguage: 'de', secFetch: true, signatureAgent: null },
      action,
      isFiltered: true,
    });
    return bot !== null;
  };
}

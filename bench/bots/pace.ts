import { createJudge, type Deed, openNetworks, shippedNetworks } from '@cvq/collector/bots';
import type { Figure } from './figure.ts';
import { crawler, crowd, seeded } from './made-up/visitors.ts';
import { readSet } from './sets.ts';
import { atLeast } from './share.ts';

const PEOPLE = 500;
const RUNS = 200;
/** Milliseconds between the pages of a crawler. */
const WAITS = [500, 1000, 3000, 10_000, 60_000];
const FOUND_WITHIN = 15;

/** What visitors do, judged as events are: with a browser's user agent and headers, from one address. */
export function pace(): Figure[] {
  const userAgents = (readSet<[string, number][]>('people-weighted') ?? []).map(([userAgent]) => userAgent);
  const random = seeded(1);
  const people = crowd(PEOPLE, random);
  const judge = judgeFrom(userAgents);
  const wronged = new Set(people.filter(judge).map(({ visitor }) => visitor)).size;
  return [
    {
      what: `of ${PEOPLE} people behind one address, called a bot`,
      found: String(wronged),
      goal: '0',
      isMet: people.length > PEOPLE && wronged === 0,
    },
    ...WAITS.map((wait) =>
      atLeast(
        `crawlers found within ${FOUND_WITHIN} views, one each ${wait} ms`,
        95,
        foundInTime(wait, userAgents),
      ),
    ),
  ];
}

/** Of a hundred crawlers, those that were bots by their fifteenth view. */
function foundInTime(wait: number, userAgents: readonly string[]): number {
  const random = seeded(wait);
  const judge = judgeFrom(userAgents);
  const runs = Array.from({ length: RUNS }, (_, run) => crawler(`crawler ${run}`, wait, random));
  return (100 * runs.filter((views) => views.slice(0, FOUND_WITHIN).filter(judge).length > 0).length) / RUNS;
}

/** Whether a deed is a bot's. Each visitor has a browser of clean traffic, and all of them one address. */
function judgeFrom(userAgents: readonly string[]): (deed: Deed) => boolean {
  const networks = openNetworks(shippedNetworks());
  const judge = createJudge(() => networks, Date.now);
  const chosen = new Map<string, string>();
  return (deed) => {
    const userAgent = chosen.get(deed.visitor) ?? userAgents[chosen.size % userAgents.length] ?? null;
    if (userAgent !== null) chosen.set(deed.visitor, userAgent);
    const bot = judge({
      channel: 'browser',
      project: 'proj_bench',
      userAgent,
      address: '203.0.113.7',
      headers: { acceptLanguage: 'de', secFetch: true, signatureAgent: null },
      deed,
      isFiltered: true,
    });
    return bot !== null;
  };
}

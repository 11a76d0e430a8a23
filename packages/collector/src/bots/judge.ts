import type { Bot } from '@cvq/storage';
import { LRUCache } from 'lru-cache';
import { type Deed, watchBehaviour } from './behaviour/watch-behaviour.ts';
import { createClassifier } from './classify.ts';
import type { Evidence, HeaderEvidence } from './evidence.ts';
import { watchFleets } from './fleets.ts';
import type { KnownNetworks } from './networks/known-networks.ts';

/** An event, as far as it tells of who sent it. */
export type Sighting = Omit<Evidence, 'behaviour'> & {
  readonly project: string;
  /** What was done, and by whom; null where nobody is known to have acted. */
  readonly deed: Deed | null;
  /** False where the site wants its bots in reports. */
  readonly isFiltered: boolean;
};

/** The verdict on an event in the light of what its visitor did before; null for a person. */
export type Judge = (sighting: Sighting) => Bot | null;

export function createJudge(networks: () => KnownNetworks, now: () => number): Judge {
  const classify = createClassifier(networks, now);
  const behaviour = watchBehaviour();
  const fleets = watchFleets();
  const reaches = rememberWhoSendsSecFetch();

  /** As it is where nobody is known to have acted and no headers came, as with all that backends tell. */
  function evidenceOf(sighting: Sighting): Evidence {
    const { project, deed, headers } = sighting;
    if (deed === null && headers === undefined) return sighting;
    const done = isOfOneVisitor(deed)
      ? behaviour.note({ ...deed, visitor: `${project} ${deed.visitor}` })
      : undefined;
    const seen = headers && { ...headers, secFetch: reaches(project, headers) };
    return { ...sighting, headers: seen, behaviour: done };
  }

  /** Whether a view of whom something else speaks for a bot is one of many such visitors with one page each. */
  function isOfFleet({ project, deed, address, userAgent, headers }: Sighting): boolean {
    if (!isOfOneVisitor(deed) || !deed.isPageview || address === null || userAgent === null) return false;
    const isBare = headers !== undefined && headers.acceptLanguage === null;
    return fleets.isOfFleet({ ...deed, project, address, userAgent, isBare });
  }

  return (sighting) => {
    const evidence = evidenceOf(sighting);
    const alone = classify(evidence);
    const isInDoubt = !alone.isBot && alone.score > 0;
    const verdict =
      isInDoubt && isOfFleet(sighting)
        ? classify({ ...evidence, behaviour: [...(evidence.behaviour ?? []), 'fleet'] })
        : alone;
    if (!verdict.isBot) return null;
    const { category, name, score, reasons } = verdict;
    return { category, name, score, reasons, isFiltered: sighting.isFiltered };
  };
}

/** A hash of the day may stand for all who share an address and a user agent, a user id for all who share a login. */
function isOfOneVisitor(deed: Deed | null): deed is Deed {
  return deed?.source === 'sdk';
}

const REMEMBERED_PROJECTS = 1_000;
const ENOUGH_REQUESTS = 50;
const MOST = 0.9;

/** A proxy may strip headers from everybody: their absence proves something only where nearly all requests have them. */
function rememberWhoSendsSecFetch(): (project: string, headers: HeaderEvidence) => boolean | null {
  const counted = new LRUCache<string, { all: number; having: number }>({ max: REMEMBERED_PROJECTS });
  return (project, { secFetch }) => {
    if (secFetch === null) return null;
    const counts = counted.get(project) ?? { all: 0, having: 0 };
    counts.all += 1;
    if (secFetch) counts.having += 1;
    counted.set(project, counts);
    const isUsual = counts.all >= ENOUGH_REQUESTS && counts.having > counts.all * MOST;
    return secFetch || isUsual ? secFetch : null;
  };
}

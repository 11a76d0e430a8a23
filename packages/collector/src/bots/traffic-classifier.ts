import type { Bot } from '@cvq/storage';
import { LRUCache } from 'lru-cache';
import { type Action, watchBehaviour } from './behaviour/watch-behaviour.ts';
import type { BotEvidence, HeaderEvidence } from './evidence.ts';
import { watchFleets } from './fleets.ts';
import type { KnownNetworks } from './networks/known-networks.ts';
import { createRequestClassifier } from './request-classifier.ts';

/** An event, as far as it tells of who sent it. */
export type TrafficSample = Omit<BotEvidence, 'behaviour'> & {
  readonly project: string;
  /** What was done, and by whom; null where nobody is known to have acted. */
  readonly action: Action | null;
  /** False where the site wants its bots in reports. */
  readonly isFiltered: boolean;
};

/** The classification on an event in the light of what its visitor did before; null for a person. */
export type TrafficClassifier = (sample: TrafficSample) => Bot | null;

export function createTrafficClassifier(networks: () => KnownNetworks, now: () => number): TrafficClassifier {
  const classify = createRequestClassifier(networks, now);
  const behaviour = watchBehaviour();
  const fleets = watchFleets();
  const reaches = rememberWhoSendsSecFetch();

  /** As it is where nobody is known to have acted and no headers came, as with all that backends tell. */
  function evidenceOf(sample: TrafficSample): BotEvidence {
    const { project, action, headers } = sample;
    if (action === null && headers === undefined) return sample;
    const done = isOfOneVisitor(action)
      ? behaviour.note({ ...action, visitor: `${project} ${action.visitor}` })
      : undefined;
    const seen = headers && { ...headers, secFetch: reaches(project, headers) };
    return { ...sample, headers: seen, behaviour: done };
  }

  /** Whether a view of whom something else speaks for a bot is one of many such visitors with one page each. */
  function isOfFleet({ project, action, address, userAgent, headers }: TrafficSample): boolean {
    if (!isOfOneVisitor(action) || !action.isPageview || address === null || userAgent === null) return false;
    const isBare = headers !== undefined && headers.acceptLanguage === null;
    return fleets.isOfFleet({ ...action, project, address, userAgent, isBare });
  }

  return (sample) => {
    const evidence = evidenceOf(sample);
    const alone = classify(evidence);
    const isInDoubt = !alone.isBot && alone.score > 0;
    const classification =
      isInDoubt && isOfFleet(sample)
        ? classify({ ...evidence, behaviour: [...(evidence.behaviour ?? []), 'fleet'] })
        : alone;
    if (!classification.isBot) return null;
    const { category, name, score, reasons } = classification;
    return { category, name, score, reasons, isFiltered: sample.isFiltered };
  };
}

/** A hash of the day may stand for all who share an address and a user agent, a user id for all who share a login. */
function isOfOneVisitor(action: Action | null): action is Action {
  return action?.source === 'sdk';
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

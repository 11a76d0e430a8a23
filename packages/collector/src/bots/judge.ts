import type { Bot } from '@cvq/storage';
import { LRUCache } from 'lru-cache';
import { type Deed, watchBehaviour } from './behaviour.ts';
import { createClassifier } from './classify.ts';
import type { Evidence, HeaderEvidence } from './evidence.ts';
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
  const reaches = rememberWhoSendsSecFetch();

  /** As it is where nobody is known to have acted and no headers came, as with all that backends tell. */
  function evidenceOf(sighting: Sighting): Evidence {
    const { project, deed, headers } = sighting;
    if (deed === null && headers === undefined) return sighting;
    const done =
      deed === null ? undefined : behaviour.note({ ...deed, visitor: `${project} ${deed.visitor}` });
    const seen = headers && { ...headers, secFetch: reaches(project, headers) };
    return { ...sighting, headers: seen, behaviour: done };
  }

  return (sighting) => {
    const verdict = classify(evidenceOf(sighting));
    if (!verdict.isBot) return null;
    const { category, name, score, reasons } = verdict;
    return { category, name, score, reasons, isFiltered: sighting.isFiltered };
  };
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

import { withoutEmails } from '@cvq/contract/redact';
import type { ProjectRecord, Touch } from '@cvq/storage';
import { LRUCache } from 'lru-cache';
import { readClickIds } from '../attribution/click-ids.ts';
import { resolveTouch } from '../attribution/resolve-touch.ts';
import { cacheKey } from './cache-key.ts';
import type { TouchFindings, VisitedPage } from './enrichment.ts';

/** Strangers choose what is remembered, so there is little of it and nothing long. */
const REMEMBERED = 5_000;
const MAX_KEY_LENGTH = 1_024;

type ClickIds = TouchFindings['clickIds'];
/** Void once the project has changed: with its hosts changes who comes from outside. */
type Known = { readonly of: ProjectRecord; readonly touch: Touch; readonly inAddress: ClickIds };

/**
 * Tells how pages were reached, and remembers it. Of click ids that come beside an address only the names decide on
 * the touch: the values are of one visit, and every visit has its own.
 */
export function rememberTouches(): (arrival: VisitedPage) => TouchFindings {
  const ownHosts = rememberOwnHosts();
  const remembered = new LRUCache<string, Known>({ max: REMEMBERED });

  function resolve({ page, referrer, beside, project }: VisitedPage): Known {
    const query = page?.suffix ?? '';
    const found = resolveTouch({
      query,
      referrer: referrer ?? '',
      ownHosts: ownHosts(project, page?.hostname ?? null),
      ...(beside && { clickIds: beside }),
    });
    const word = project.redactedNames === null ? String : withoutEmails;
    const inAddress = beside === null ? found.clickIds : readClickIds(query);
    return {
      of: project,
      inAddress: Object.keys(inAddress).length === 0 ? null : inAddress,
      touch: {
        isTouch: found.isTouch,
        channel: found.channel,
        source: word(found.source),
        medium: word(found.medium),
        campaign: word(found.campaign),
        term: word(found.term),
        content: word(found.content),
        adPlatform: found.adPlatform,
        referrer: found.referrerHost,
      },
    };
  }

  function lookUp(arrival: VisitedPage): Known {
    const key = keyOf(arrival);
    const known = remembered.get(key);
    if (known?.of === arrival.project) return known;
    const found = resolve(arrival);
    if (key.length <= MAX_KEY_LENGTH) remembered.set(key, found);
    return found;
  }

  return (arrival) => {
    const { touch, inAddress } = lookUp(arrival);
    return { touch, clickIds: arrival.beside === null ? inAddress : { ...arrival.beside, ...inAddress } };
  };
}

function keyOf({ page, referrer, beside, project }: VisitedPage): string {
  const names = beside === null ? null : Object.keys(beside).join();
  return cacheKey(project.id, page?.hostname ?? null, page?.suffix ?? null, referrer, names);
}

/**
 * The hosts of a site, and that of the page itself, from which nobody arrives whatever the project says of its hosts.
 * The same list for the same question, since attribution reads a list only once.
 */
function rememberOwnHosts(): (project: ProjectRecord, hostname: string | null) => readonly string[] {
  const remembered = new LRUCache<string, { of: ProjectRecord; hosts: readonly string[] }>({
    max: REMEMBERED,
  });
  return (project, hostname) => {
    const key = cacheKey(project.id, hostname);
    const known = remembered.get(key);
    if (known?.of === project) return known.hosts;
    const hosts = [project.domain, ...(project.hosts ?? []), ...(hostname === null ? [] : [hostname])];
    remembered.set(key, { of: project, hosts });
    return hosts;
  };
}

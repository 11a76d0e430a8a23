import { withoutClickIds } from '@cvq/contract/redact';
import type { EventRecord, Page, ProjectRecord } from '@cvq/storage';
import { hostOf, isHostOfProject, isLocalHost } from '../net/hosts.ts';
import type { Allowed, Storable } from '../privacy/storable.ts';
import type { Enrichment } from './enrichment.ts';

/** The addresses of an event as they were sent. */
type Sent = {
  readonly page_url?: string | null | undefined;
  readonly referrer?: string | null | undefined;
  /** Click ids of this visit that came beside the address, as a backend sends them. */
  readonly beside: Readonly<Record<string, string>> | null;
};

type Readers = {
  readonly project: ProjectRecord;
  readonly enrichment: Enrichment;
  readonly allowed: Allowed;
  readonly storable: Storable;
};

type Addresses = {
  /** The page as it was sent, for what is found out in memory. */
  readonly seen: Page | null;
  readonly stored: Pick<EventRecord, 'page' | 'referrer' | 'touch' | 'clickIds'> & {
    readonly touch: NonNullable<EventRecord['touch']>;
  };
};

/** How an event's page was reached, read before anything is cut, and its addresses as they may be stored. */
export function readAddresses(
  { page_url, referrer, beside }: Sent,
  { project, enrichment, allowed, storable }: Readers,
): Addresses {
  const allowedPart = (text: string | null | undefined) =>
    text ? (allowed.clickIds ? text : withoutClickIds(text)) : null;
  const seen = splitPageUrl(allowedPart(page_url));
  const before = allowedPart(referrer);
  const { touch, clickIds } = enrichment.touchOf({
    page: seen,
    referrer: before,
    beside: allowed.clickIds ? beside : null,
    project,
  });
  return {
    seen,
    stored: {
      page: storable.page(seen, splitPageUrl),
      referrer: storable.text(before),
      touch,
      clickIds: allowed.clickIds ? clickIds : null,
    },
  };
}

/** The parts of a page's address that reports group by. What is no absolute address is kept whole. */
export function splitPageUrl(text: string | null | undefined): Page | null {
  if (!text) return null;
  const end = text.search(/[?#]/);
  const url = end === -1 ? text : text.slice(0, end);
  const suffix = end === -1 ? '' : text.slice(end);
  const match = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:]*)(?::\d+)?(\/.*)?$/i.exec(url);
  if (!match) return { url, suffix, hostname: null, path: url.startsWith('/') ? url : null };
  return { url, suffix, hostname: (match[1] ?? '').toLowerCase(), path: match[2] ?? '/' };
}

/**
 * True when a project names its hosts and a page is on none of them: somebody else uses its tracking key. The
 * event is kept apart, so that it cannot be found in the reports of the site.
 */
export function isForeignHost(page: Page | null, project: ProjectRecord): boolean {
  if (project.hosts === null || page === null || page.hostname === null) return false;
  return !isHostOfProject(page.hostname, project);
}

/**
 * True for a page that somebody runs on a machine of their own, such as a developer's preview or a file: their work is
 * no visit. The event is kept apart, unless the project itself is at home on such a host.
 */
export function isLocalPage(page: Page | null, { hosts, domain }: ProjectRecord): boolean {
  if (page === null || page.hostname === null) return false;
  return (
    isLocalHost(page.hostname) && ![domain, ...(hosts ?? [])].some((host) => isLocalHost(hostOf(host) ?? ''))
  );
}

import type { Page, ProjectRecord } from '@cvq/storage';
import { hostOf } from '../net/host-of.ts';
import { isLocalHost } from '../net/is-local-host.ts';

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

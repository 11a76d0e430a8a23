import type { Page, ProjectRecord } from '@cvq/storage';

/**
 * True when a project names its hosts and a page is on none of them: somebody else uses its tracking key. The
 * event is kept apart, so that it cannot be found in the reports of the site.
 */
export function isForeignHost(page: Page | null, { hosts, domain }: ProjectRecord): boolean {
  if (hosts === null || page === null || page.hostname === null) return false;
  const { hostname } = page;
  return ![domain, ...hosts].map(siteOf).some((site) => hostname === site || hostname.endsWith(`.${site}`));
}

/** `www.example.com:3000` stands for all of `example.com`. */
function siteOf(host: string): string {
  return host.replace(/:\d+$/, '').replace(/^www\./, '');
}

import type { ProjectRecord } from '@cvq/storage';

/** True for a host of a project's site: its domain, the hosts that it names, and what is below them. */
export function isHostOfProject(hostname: string, { hosts, domain }: ProjectRecord): boolean {
  return [domain, ...(hosts ?? [])]
    .map(siteOf)
    .some((site) => hostname === site || hostname.endsWith(`.${site}`));
}

/** `www.example.com:3000` stands for all of `example.com`. */
function siteOf(host: string): string {
  return host.replace(/:\d+$/, '').replace(/^www\./, '');
}

import { isAmong } from './is-own-host.ts';

type Sites = { readonly domain: string; readonly hosts: readonly string[] | null };

/** Read once for each project as it was read from the store, since it stays the same for many events. */
const sitesOf = new WeakMap<Sites, readonly string[]>();

/** True for a host of a project's site: its domain, the hosts that it names, and what is below them. */
export function isHostOfProject(hostname: string, project: Sites): boolean {
  let sites = sitesOf.get(project);
  if (!sites) {
    sites = [project.domain, ...(project.hosts ?? [])];
    sitesOf.set(project, sites);
  }
  return isAmong(hostname, sites);
}

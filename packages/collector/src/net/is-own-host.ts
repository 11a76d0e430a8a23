import { domainsOf, hostOf } from './host-of.ts';

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|(?:.+\.)?localhost)$/;

/** Read once for each list, since a project's list stays the same for many events. */
const domainSets = new WeakMap<readonly string[], ReadonlySet<string>>();

/**
 * Is this the site itself: one of its domains or partners, with or without `www.`, a subdomain of one, or the machine
 * at which a developer sits? `ownHosts` are the project's domain and its cross-domain partners, as people write them.
 */
export function isOwnHost(host: string, ownHosts: readonly string[]): boolean {
  return isAmong(host, ownHosts) || LOOPBACK.test(host);
}

/** True for one of some domains as people write them, with or without `www.` and a port, and for what is below one. */
export function isAmong(host: string, domains: readonly string[]): boolean {
  const names = namesOf(domains);
  if (names.size > 0)
    for (const domain of domainsOf(host.replace(/\.$/, ''))) if (names.has(domain)) return true;
  return false;
}

function namesOf(domains: readonly string[]): ReadonlySet<string> {
  let names = domainSets.get(domains);
  if (!names) {
    names = new Set(
      domains.map((domain) => hostOf(domain.trim().replace(/^\*\./, ''))).filter((name) => name !== null),
    );
    domainSets.set(domains, names);
  }
  return names;
}

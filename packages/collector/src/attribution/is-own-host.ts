import { domainsOf, hostOf } from './host-of.ts';

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|(?:.+\.)?localhost)$/;

/** Read once for each list, since a project's list stays the same for many events. */
const domainSets = new WeakMap<readonly string[], ReadonlySet<string>>();

/**
 * Is this the site itself: one of its domains or partners, with or without `www.`, a subdomain of one, or the machine
 * at which a developer sits? `ownHosts` are the project's domain and its cross-domain partners, as people write them.
 */
export function isOwnHost(host: string, ownHosts: readonly string[]): boolean {
  const own = domainsAmong(ownHosts);
  if (own.size > 0) for (const domain of domainsOf(host)) if (own.has(domain)) return true;
  return LOOPBACK.test(host);
}

function domainsAmong(ownHosts: readonly string[]): ReadonlySet<string> {
  let domains = domainSets.get(ownHosts);
  if (!domains) {
    domains = new Set(
      ownHosts.map((own) => hostOf(own.trim().replace(/^\*\./, ''))).filter((own) => own !== null),
    );
    domainSets.set(ownHosts, domains);
  }
  return domains;
}

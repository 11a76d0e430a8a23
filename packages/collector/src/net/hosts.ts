import { isAddress, withoutBrackets } from './address.ts';
import { LOCAL_NETWORKS, LOOPBACK_NETWORKS } from './special-networks.ts';

/** Hosts longer than this cannot be looked up on the Internet. */
export const MAX_HOST_LENGTH = 253;

const WEB = /^https?:\/\//i;
const ANDROID_APP = /^android-app:\/\//i;
const BARE_HOST = /^[^/?#:@\s.]+(?:\.[^/?#:@\s.]+)+(?:[:/?#]|$)/;
const PLAUSIBLE_HOST = /^[a-z0-9_\u0080-\uffff-]+(?:\.[a-z0-9_\u0080-\uffff-]+)*$/;
const IPV6 = /^\[[0-9a-f:.]+\]$/;

/** Where a visitor was before: a web site by its host without `www.`, or an Android app by its package. */
export type ReferringSite = { readonly kind: 'web' | 'app'; readonly host: string };

/** The site or app of a referrer; null where it names none (empty, another scheme, nonsense). */
export function referringSite(referrer: string): ReferringSite | null {
  const app = ANDROID_APP.test(referrer);
  // Back ends also send a bare host.
  if (!app && !WEB.test(referrer) && !BARE_HOST.test(referrer)) return null;
  const host = hostOf(referrer);
  return host === null ? null : { kind: app ? 'app' : 'web', host };
}

/** The host of an address or a bare host, in lower case, without `www.`, port and user. */
export function hostOf(address: string): string | null {
  const scheme = address.indexOf('://');
  const rest = scheme === -1 ? address : address.slice(scheme + 3);
  const end = rest.search(/[/?#\\]/);
  const authority = end === -1 ? rest : rest.slice(0, end);
  const named = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  const host = named.replace(/\.$/, '').toLowerCase();
  if (host.length === 0 || host.length > MAX_HOST_LENGTH) return null;
  if (!PLAUSIBLE_HOST.test(host)) return IPV6.test(host) ? host : null;
  return host.startsWith('www.') && host.indexOf('.', 4) !== -1 ? host.slice(4) : host;
}

/** A host and the domains above it, the longest first: one look-up for each label. */
export function* domainsOf(host: string): Generator<string> {
  yield host;
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) yield host.slice(dot + 1);
}

/** Read once for each list, since a project's list stays the same for many events. */
const domainSets = new WeakMap<readonly string[], ReadonlySet<string>>();

/**
 * Is this the site itself: one of its domains or partners, with or without `www.`, a subdomain of one, or the machine
 * at which a developer sits? `ownHosts` are the project's domain and its cross-domain partners, as people write them.
 */
export function isOwnHost(host: string, ownHosts: readonly string[]): boolean {
  return isAmong(host, ownHosts) || isLoopbackHost(host);
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

type Sites = { readonly domain: string; readonly hosts: readonly string[] | null };

/** Made once for each project as it was read from the store, since it stays the same for many events. */
const sites = new WeakMap<Sites, readonly string[]>();

/** The hosts of a project's site as people write them: its domain and those that it names. The same list each time. */
export function sitesOf(project: Sites): readonly string[] {
  let known = sites.get(project);
  if (!known) {
    known = [project.domain, ...(project.hosts ?? [])];
    sites.set(project, known);
  }
  return known;
}

/** True for a host of a project's site: its domain, the hosts that it names, and what is below them. */
export function isHostOfProject(hostname: string, project: Sites): boolean {
  return isAmong(hostname, sitesOf(project));
}

/** Names that never leave a machine or a house: RFC 6761, RFC 6762, RFC 8375, and what ICANN keeps private. */
const LOCAL_NAME = /^[^.:]*$|\.(?:localhost|local|internal|localdomain|lan|home\.arpa)$/;

/** True for a host of one machine, office or home, in lower case: a name without a dot, or an address of a local network. */
export function isLocalHost(host: string): boolean {
  const name = withoutBrackets(host.replace(/\.$/, ''));
  return isAddress(name) ? LOCAL_NETWORKS.has(name) : LOCAL_NAME.test(name);
}

/** True for a site that is itself on one machine or network, such as a trial on `localhost`. */
export function isLocalSite(project: Sites): boolean {
  return sitesOf(project).some((host) => isLocalHost(hostOf(host) ?? ''));
}

/** True for the machine itself, which is nowhere in particular. */
export function isLoopbackHost(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const name = withoutBrackets(host);
  return isAddress(name) && LOOPBACK_NETWORKS.has(name);
}

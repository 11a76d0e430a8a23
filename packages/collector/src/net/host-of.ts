/** Hosts longer than this cannot be looked up on the Internet. */
const LONGEST_HOST = 253;

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
  if (host.length === 0 || host.length > LONGEST_HOST) return null;
  if (!PLAUSIBLE_HOST.test(host)) return IPV6.test(host) ? host : null;
  return host.startsWith('www.') && host.indexOf('.', 4) !== -1 ? host.slice(4) : host;
}

/** A host and the domains above it, the longest first: one look-up for each label. */
export function* domainsOf(host: string): Generator<string> {
  yield host;
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) yield host.slice(dot + 1);
}

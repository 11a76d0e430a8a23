import { settings } from './core/settings.ts';

/** The domains that share their visitors with this one, as the page's configuration says. */
export function partners(): string[] {
  return `${settings.cross_domain_domains || ''}`.split(/[\s,]+/).filter(Boolean);
}

/**
 * True for an address on this site or on a domain that shares its visitors, and for what is below them; not for no
 * address. It has to be whole, and without a user name. Taken apart by hand, as `new URL` costs a slow phone
 * milliseconds.
 */
export function isOwn(address: string): boolean {
  const hostname = address.split('/')[2]?.split(':')[0];
  return (
    !!hostname && [location.hostname, ...partners()].some((domain) => `.${hostname}`.endsWith(`.${domain}`))
  );
}

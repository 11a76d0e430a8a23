import { settings } from './core/settings.ts';
import { warn } from './core/warn.ts';

/** What people write around a domain: the scheme and the end of an address, a port, and that all below it is meant. */
const DOMAIN = /^(?:https?:\/\/)?(?:\*?\.)?([\w-]+(?:\.[\w-]+)*)(?::\d+)?\/?$/;

/**
 * The domains that share their visitors with this one, as the page's configuration says. A text that is no domain is
 * named in a warning.
 */
export function partners(): string[] {
  return `${settings.cross_domain_domains || ''}`
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .flatMap((given) => {
      const domain = DOMAIN.exec(given)?.[1];
      if (!domain) warn('bad-domain', given);
      return domain || [];
    });
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

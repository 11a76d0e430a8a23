import { settings } from './core/settings.ts';

/**
 * True for an address on this site or on a domain that shares its visitors, and for what is below them; also for no
 * address. It has to be whole, and without a user name. Taken apart by hand, as `new URL` costs a slow phone
 * milliseconds.
 */
export function isOwn(address: string): boolean {
  const hostname = address.split('/')[2]?.split(':')[0];
  const own = () => `${location.hostname},${settings.cross_domain_domains}`.split(/[\s,]+/);
  return !hostname || own().some((domain) => `.${hostname}`.endsWith(`.${domain}`));
}

import { settings } from './core/settings.ts';

/** True for an address on this site or on a domain that shares its visitors, and for what is below them. */
export function isOwn(address: string): boolean {
  const { hostname } = new URL(address, document.baseURI);
  const own = `${location.hostname},${settings.crossDomainDomains}`.match(/[^\s,]+/g) || [];
  return own.some((domain) => `.${hostname}`.endsWith(`.${domain}`));
}

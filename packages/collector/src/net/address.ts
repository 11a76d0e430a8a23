import { isIP, isIPv4 } from 'node:net';
import { groupsOf } from './groups-of.ts';

export type Address =
  | { readonly family: 4; readonly octets: readonly number[] }
  | { readonly family: 6; readonly groups: readonly number[] };

/**
 * The octets of an IPv4 address or the eight groups of an IPv6 address; an IPv4-mapped one is IPv4. What an address is,
 * Node.js decides, which knows no octal or shortened forms; a zone is left out.
 */
export function parseAddress(text: string): Address | null {
  if (isIPv4(text)) return { family: 4, octets: text.split('.').map(Number) };
  if (!isAddress(text)) return null;
  const [address = ''] = text.split('%');
  const groups = groupsOf(withoutDots(address));
  return isMapped(groups) ? { family: 4, octets: octetsOf(groups) } : { family: 6, groups };
}

/** IPv4 addresses in the form of IPv6 are those of `::ffff:0:0/96`. */
function isMapped(groups: readonly number[]): boolean {
  return groups[5] === 0xff_ff && groups.slice(0, 5).every((group) => group === 0);
}

function octetsOf(groups: readonly number[]): number[] {
  return groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
}

/** With the octets at the end of `::192.0.2.1` as groups. */
function withoutDots(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...[a, b, c, d]: string[]) => {
    const group = (high = '', low = '') => ((Number(high) << 8) | Number(low)).toString(16);
    return `${group(a, b)}:${group(c, d)}`;
  });
}

/** True for an IPv4 or IPv6 address without brackets. */
export function isAddress(text: string): boolean {
  return isIP(text) !== 0;
}

/** The address in a host: one of IPv6 stands in brackets there. */
export function withoutBrackets(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}

/** One spelling for each address: octets for IPv4, all eight groups for IPv6. */
export function spellAddress(address: Address): string {
  if (address.family === 4) return address.octets.join('.');
  return address.groups.map((group) => group.toString(16)).join(':');
}

/** The network of an address, /24 for IPv4 and /48 for IPv6: all of an address that may be stored. */
export function truncateAddress(text: string): string | null {
  const address = parseAddress(text);
  return address === null ? null : networkOf(address);
}

function networkOf(address: Address): string {
  if (address.family === 4) return `${address.octets.slice(0, 3).join('.')}.0`;
  const groups = address.groups.slice(0, 3);
  while (groups.at(-1) === 0) groups.pop();
  return `${groups.map((group) => group.toString(16)).join(':')}::`;
}

/**
 * What a limit per client counts: an IPv4 address, or the /64 of an IPv6 address, which is what one household or one
 * rented server has. By full addresses such a client would be without a limit.
 */
export function networkOfClient(address: string | null): string {
  if (address === null) return '';
  if (!address.includes(':')) return address;
  const parsed = parseAddress(address);
  if (parsed === null) return address;
  if (parsed.family === 4) return parsed.octets.join('.');
  return `${parsed.groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

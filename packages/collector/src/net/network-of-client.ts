import { parseAddress } from './address.ts';

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

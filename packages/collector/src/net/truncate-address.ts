import { type Address, parseAddress } from './address.ts';

/** The network of an address, /24 for IPv4 and /48 for IPv6: all of an address that may be stored. */
export function truncateAddress(text: string): string | null {
  const address = parseAddress(text);
  return address === null ? null : networkOf(address);
}

/** The same for an address that is parsed already. */
export function networkOf(address: Address): string {
  if (address.family === 4) return `${address.octets.slice(0, 3).join('.')}.0`;
  const groups = address.groups.slice(0, 3);
  while (groups.at(-1) === 0) groups.pop();
  return `${groups.map((group) => group.toString(16)).join(':')}::`;
}

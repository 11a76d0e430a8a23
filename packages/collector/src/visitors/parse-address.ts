import { isIPv4, isIPv6 } from 'node:net';

export type Address =
  | { readonly family: 4; readonly octets: readonly number[] }
  | { readonly family: 6; readonly groups: readonly number[] };

/** The octets of an IPv4 address or the eight groups of an IPv6 address; an IPv4-mapped one is IPv4. */
export function parseAddress(text: string): Address | null {
  if (isIPv4(text)) return { family: 4, octets: text.split('.').map(Number) };
  if (!isIPv6(text)) return null;
  const [address = ''] = text.split('%');
  const groups = groupsOf(address);
  const [a, b, c, d, e, f, high = 0, low = 0] = groups;
  const isMapped = a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0xff_ff;
  if (isMapped) return { family: 4, octets: [high >> 8, high & 0xff, low >> 8, low & 0xff] };
  return { family: 6, groups };
}

function groupsOf(address: string): number[] {
  const [left = '', right] = address.split('::');
  const head = part(left);
  if (right === undefined) return head;
  const tail = part(right);
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function part(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}

/** One spelling for each address: octets for IPv4, all eight groups for IPv6. */
export function spellAddress(address: Address): string {
  if (address.family === 4) return address.octets.join('.');
  return address.groups.map((group) => group.toString(16)).join(':');
}

import { type Address, parseAddress, spellAddress } from './address.ts';
import { type Prefix, parsePrefix } from './parse-prefix.ts';

/**
 * A network as a person writes it. Bits beyond the prefix are a slip, and only that person knows which: `10.0.0.5/8`
 * may mean the network `10.0.0.0/8`, of sixteen million addresses, or the one address.
 */
export function parseExactPrefix(text: string): Prefix | { readonly problem: string } {
  const prefix = parsePrefix(text);
  const [given = ''] = text.trim().split('/');
  const address = parseAddress(given);
  if ('problem' in prefix || address === null) return prefix;
  const base = spellAddress(baseOf(address, prefix.length));
  if (base === spellAddress(address)) return prefix;
  return {
    problem: `"${text}" has bits beyond its prefix: write ${shortened(base)}/${prefix.length} for the network, or ${given} for the address alone.`,
  };
}

/** The first address of a network. */
function baseOf(address: Address, length: number): Address {
  if (address.family === 4) return { family: 4, octets: withoutRest(address.octets, length, 8) };
  return { family: 6, groups: withoutRest(address.groups, length, 16) };
}

function withoutRest(parts: readonly number[], length: number, bits: number): number[] {
  return parts.map((part, index) => {
    const rest = Math.min(Math.max(bits * (index + 1) - length, 0), bits);
    return (part >> rest) << rest;
  });
}

/** IPv6 as RFC 5952 writes it. */
function shortened(address: string): string {
  return address.includes(':') ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}

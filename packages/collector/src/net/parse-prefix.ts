import { parseAddress } from './address.ts';

/** A network. Of an IPv6 address the two halves are kept apart, since numbers hold neither whole. */
export type Prefix =
  | { readonly family: 4; readonly base: number; readonly length: number }
  | { readonly family: 6; readonly high: bigint; readonly low: bigint; readonly length: number };

/**
 * A network such as `192.0.2.0/24` or `2001:db8::/32`, or a single address. Bits beyond the prefix are cleared, and an
 * IPv4-mapped network is one of IPv4.
 */
export function parsePrefix(text: string): Prefix | { readonly problem: string } {
  const [addressText = '', lengthText, ...rest] = text.trim().split('/');
  const address = parseAddress(addressText);
  if (address === null || addressText.includes('%'))
    return { problem: `"${text}" is no IP address or CIDR range.` };
  if (rest.length > 0 || (lengthText !== undefined && !/^\d{1,3}$/.test(lengthText))) {
    return { problem: `"${text}" must have one prefix length, a number after one slash.` };
  }
  const isMapped = address.family === 4 && addressText.includes(':');
  const whole = address.family === 4 && !isMapped ? 32 : 128;
  const length = lengthText === undefined ? whole : Number(lengthText);
  const shift = isMapped ? 96 : 0;
  if (length > whole || length < shift)
    return { problem: `"${text}": the prefix length must be ${shift} to ${whole}.` };
  if (address.family === 4)
    return { family: 4, base: maskOf4(toNumber(address.octets), length - shift), length: length - shift };
  const { high, low } = halvesOf(address.groups);
  return {
    family: 6,
    high: length >= 64 ? high : maskOf64(high, length),
    low: length > 64 ? maskOf64(low, length - 64) : 0n,
    length,
  };
}

export function toNumber(octets: readonly number[]): number {
  const [a = 0, b = 0, c = 0, d = 0] = octets;
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}

export function halvesOf(groups: readonly number[]): { high: bigint; low: bigint } {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  return { high: half(a, b, c, d), low: half(e, f, g, h) };
}

function half(...[a, b, c, d]: [number, number, number, number]): bigint {
  return (BigInt(((a << 16) | b) >>> 0) << 32n) | BigInt(((c << 16) | d) >>> 0);
}

function maskOf4(base: number, length: number): number {
  return length === 0 ? 0 : (base & (-1 << (32 - length))) >>> 0;
}

function maskOf64(value: bigint, length: number): bigint {
  const rest = BigInt(64 - length);
  return (value >> rest) << rest;
}

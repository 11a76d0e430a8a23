import { type Address, parseAddress, spellAddress } from './address.ts';
import { type Prefix, parseFour, plainPrefix } from './plain-prefix.ts';

/**
 * A network such as `192.0.2.0/24` or `2001:db8::/32`, or a single address. Bits beyond the prefix are cleared, and an
 * IPv4-mapped network is one of IPv4.
 */
export function parsePrefix(text: string): Prefix | { readonly problem: string } {
  return plainPrefix(text) ?? anyPrefix(text);
}

function anyPrefix(text: string): Prefix | { readonly problem: string } {
  const [addressText = '', lengthText, ...rest] = text.trim().split('/');
  const address = parseAddress(addressText);
  if (address === null || addressText.includes('%'))
    return { problem: `"${text}" is not an IP address or CIDR range.` };
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

function toNumber(octets: readonly number[]): number {
  const [a = 0, b = 0, c = 0, d = 0] = octets;
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}

function halvesOf(groups: readonly number[]): { high: bigint; low: bigint } {
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

/** Many networks, in which an address is found by a binary search: a third of a microsecond among a hundred thousand. */
export type PrefixSet = { has(address: string): boolean; readonly size: number };

/** Neighbouring networks are merged. Those of IPv6 that are smaller than /64 are rare and kept as they are. */
export function createPrefixSet(prefixes: readonly Prefix[]): PrefixSet {
  const four = merged(
    prefixes.flatMap((prefix) =>
      prefix.family === 4 ? [{ from: prefix.base, to: prefix.base + 2 ** (32 - prefix.length) - 1 }] : [],
    ),
    (to, from) => from <= to + 1,
  );
  const six = merged(
    prefixes.flatMap((prefix) => (prefix.family === 6 && prefix.length <= 64 ? [spanOf(prefix)] : [])),
    (to, from) => from <= to + 1n,
  );
  const small = prefixes.filter((prefix) => prefix.family === 6 && prefix.length > 64) as SmallPrefix[];
  const starts4 = Uint32Array.from(four, ({ from }) => from);
  const ends4 = Uint32Array.from(four, ({ to }) => to);
  const starts6 = BigUint64Array.from(six.map(({ from }) => from));
  const ends6 = BigUint64Array.from(six.map(({ to }) => to));
  const smallOf = Map.groupBy(small, ({ high }) => high);

  function has6(groups: readonly number[]): boolean {
    const { high, low } = halvesOf(groups);
    if (isWithin(starts6, ends6, high)) return true;
    return (smallOf.get(high) ?? []).some((prefix) => {
      const rest = BigInt(128 - prefix.length);
      return low >> rest === prefix.low >> rest;
    });
  }

  return {
    has(address) {
      const four = parseFour(address);
      if (four >= 0) return isWithin(starts4, ends4, four);
      const parsed = parseAddress(address);
      if (parsed === null) return false;
      return parsed.family === 4 ? isWithin(starts4, ends4, toNumber(parsed.octets)) : has6(parsed.groups);
    },
    size: four.length + six.length + small.length,
  };
}

type SmallPrefix = Extract<Prefix, { family: 6 }>;
type Span<Value> = { readonly from: Value; to: Value };

function spanOf({ high, length }: SmallPrefix): Span<bigint> {
  return { from: high, to: high | ((1n << BigInt(64 - length)) - 1n) };
}

function merged<Value extends number | bigint>(
  spans: Span<Value>[],
  touches: (to: Value, from: Value) => boolean,
): Span<Value>[] {
  const whole: Span<Value>[] = [];
  for (const span of spans.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
    const last = whole.at(-1);
    if (last === undefined || !touches(last.to, span.from)) whole.push(span);
    else if (span.to > last.to) last.to = span.to;
  }
  return whole;
}

/** Whether the last span that starts at or before a value reaches it. */
function isWithin<Value extends number | bigint>(
  starts: ArrayLike<Value>,
  ends: ArrayLike<Value>,
  value: Value,
): boolean {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as Value) <= value) low = middle + 1;
    else high = middle;
  }
  return low > 0 && (ends[low - 1] as Value) >= value;
}

import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { PRIVATE_RANGES, PUBLIC_IPV6, REFUSED_RANGES } from './address-ranges.ts';

/** Which receivers may be spoken to, beside those of the public internet. */
export type ReceiverPolicy = {
  /** For development: http, and addresses of the own machine or house. */
  readonly allowPrivate: boolean;
  /** Addresses and CIDR ranges that are allowed whatever they are. */
  readonly allowedRanges: readonly string[];
};

/** Asks the system's resolver for every address of a name; tests bring their own. */
export type Resolve = (
  hostname: string,
  done: (error: Error | null, addresses: { address: string; family: number }[]) => void,
) => void;

/** A receiver's address that no request is sent to. It does not tell the address, which may be of an inner network. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  constructor(host: string) {
    super(`${host} is, or leads to, a private or reserved address`);
  }
}

export type AddressGuard = {
  /** True when an address, as a resolver or a URL writes it, may be connected to. */
  isAllowed(address: string): boolean;
  /** For sockets: resolves a name and fails unless every one of its addresses is allowed. */
  readonly lookup: LookupFunction;
};

const resolveBySystem: Resolve = (hostname, done) => systemLookup(hostname, { all: true }, done);

/** A guard by address, which looks where the socket will connect: a name that changes its mind gains nothing. */
export function createAddressGuard(policy: ReceiverPolicy, resolve: Resolve = resolveBySystem): AddressGuard {
  const allowed = listOf(policy.allowedRanges);
  const refused = listOf(REFUSED_RANGES);
  const privates = listOf(PRIVATE_RANGES);
  const publicIpv6 = listOf([PUBLIC_IPV6]);

  function isAllowed(text: string): boolean {
    const address = canonical(text);
    if (address === null) return false;
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (allowed.check(address, family)) return true;
    if (refused.check(address, family)) return false;
    if (privates.check(address, family)) return policy.allowPrivate;
    return family === 'ipv4' || publicIpv6.check(address, family);
  }

  return {
    isAllowed,
    lookup(hostname, options, done) {
      resolve(hostname, (error, addresses) => {
        if (error) return done(error, '', 0);
        const wanted = addresses.filter(({ family }) => !options.family || options.family === family);
        const [first] = wanted;
        if (first === undefined || !addresses.every(({ address }) => isAllowed(address)))
          return done(new AddressRefused(hostname), '', 0);
        if (options.all) done(null, wanted);
        else done(null, first.address, first.family);
      });
    },
  };
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    const [family, bits] = isIP(network) === 4 ? (['ipv4', 32] as const) : (['ipv6', 128] as const);
    list.addSubnet(network, Number(prefix ?? bits), family);
  }
  return list;
}

/** One way to write each address; IPv4 inside IPv6 is that IPv4. Null for what is none, or has a zone. */
function canonical(text: string): string | null {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  if (isIP(bare) === 4) return bare;
  if (isIP(bare) !== 6 || bare.includes('%')) return null;
  const address = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (mapped === null) return address;
  const [high, low] = [Number.parseInt(mapped[1] as string, 16), Number.parseInt(mapped[2] as string, 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

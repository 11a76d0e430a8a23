import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { parseAddress, withoutBrackets } from '../net/address.ts';
import { NEVER_RECEIVERS, PRIVATE_RECEIVERS, PUBLIC_IPV6, prefixSetOf } from '../net/special-networks.ts';
import { fairLookups, isSilentName, type Resolve } from './fair-lookups.ts';

/** Which receivers may be spoken to, beside those of the public internet. */
export type ReceiverPolicy = {
  /** For development: http, and addresses of the own machine or house. */
  readonly allowPrivate: boolean;
  /** Addresses and CIDR ranges that are allowed whatever they are. */
  readonly allowedRanges: readonly string[];
};

/** A receiver's address that no request is sent to. It does not name the address, which may be of an inner network. */
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

/** One for all guards of a thread: they wait for the same threads of the system. */
const lookBySystem = fairLookups((hostname, done) => systemLookup(hostname, { all: true }, done), {
  isSilent: (name) => isSilentName(name),
});

/** A guard by address, which looks where the socket will connect: a name that changes its mind gains nothing. */
export function createAddressGuard(policy: ReceiverPolicy, look: Resolve = lookBySystem): AddressGuard {
  const allowed = prefixSetOf(policy.allowedRanges);

  function isAllowed(text: string): boolean {
    const address = withoutBrackets(text);
    const parsed = parseAddress(address);
    // A zone belongs to one machine: no public address has one.
    if (parsed === null || address.includes('%')) return false;
    if (allowed.has(address)) return true;
    if (NEVER_RECEIVERS.has(address)) return false;
    if (PRIVATE_RECEIVERS.has(address)) return policy.allowPrivate;
    return parsed.family === 4 || PUBLIC_IPV6.has(address);
  }

  return {
    isAllowed,
    lookup(hostname, options, done) {
      look(hostname, (error, addresses) => {
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

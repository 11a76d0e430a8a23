import { Refused } from '../accounts/refused.ts';
import { isAddress, withoutBrackets } from '../net/address.ts';
import { isLocalHost } from '../net/hosts.ts';
import { type AddressGuard, AddressRefused, type ReceiverPolicy } from './address-guard.ts';
import { isPortAllowed, isProtocolAllowed } from './allowed-ways.ts';

const MAX_LENGTH = 2048;

/**
 * A receiver's address in its canonical form, with all that can be known of it without asking a resolver. Decimal,
 * octal and other forms of an address end here: `URL` makes the common one of each.
 * @throws Refused
 */
export function parseReceiverUrl(text: string, policy: ReceiverPolicy, guard: AddressGuard): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || text.length > MAX_LENGTH || /[\s\\]/.test(text))
    throw badUrl('Invalid URL.', 'Use one such as https://shop.example/webhooks.');
  if (!isProtocolAllowed(url, policy)) throw badUrl('The URL does not begin with https://.', 'Use https.');
  if (url.username !== '' || url.password !== '')
    throw badUrl('The URL contains a user name or a password.', 'Remove them.');
  if (!isPortAllowed(url, policy))
    throw badUrl(
      `Port ${url.port} is not allowed.`,
      'Use 443, or a port above 1023 that no other service is known for.',
    );
  if (isRefusedHost(url.hostname, policy, guard)) throw notPublic(new AddressRefused(url.hostname));
  url.hash = '';
  return url;
}

/** As long as an attempt may take: a name server that is silent then is for the attempts to find. */
const LOOKUP_MS = 10_000;

/**
 * Look a receiver's name up before it is kept. A name that is not known yet may become so: each attempt looks again.
 * @throws Refused when the name leads to an address that is refused.
 */
export async function checkResolution(
  { hostname }: URL,
  { lookup }: AddressGuard,
  withinMs = LOOKUP_MS,
): Promise<void> {
  if (isAddress(withoutBrackets(hostname))) return;
  const error = await new Promise<Error | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), withinMs);
    lookup(hostname, { all: true }, (failure) => {
      clearTimeout(timer);
      resolve(failure);
    });
  });
  if (error instanceof AddressRefused) throw notPublic(error);
}

function isRefusedHost(hostname: string, { allowPrivate }: ReceiverPolicy, guard: AddressGuard): boolean {
  const host = hostname.replace(/\.$/, '');
  if (isAddress(withoutBrackets(host))) return !guard.isAllowed(hostname);
  if (allowPrivate) return false;
  // A resolver does not know the names of onion services, and a proxy that does is none of ours.
  return isLocalHost(host) || host === 'home.arpa' || host.endsWith('.onion');
}

function badUrl(problem: string, fix: string): Refused {
  return new Refused('bad_value', { field: 'url', problem, fix });
}

function notPublic({ message }: AddressRefused): Refused {
  return badUrl(`The host ${message}.`, 'Use an address of the public internet.');
}

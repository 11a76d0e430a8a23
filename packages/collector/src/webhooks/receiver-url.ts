import { isAddress, withoutBrackets } from '../net/address.ts';
import { isLocalHost } from '../net/hosts.ts';
import { type AddressGuard, AddressRefused, type ReceiverPolicy } from './address-guard.ts';
import { BadEndpoint } from './bad-endpoint.ts';
import { REFUSED_PORTS } from './refused-ports.ts';

const MAX_LENGTH = 2048;
const FIRST_FREE_PORT = 1024;

/**
 * A receiver's address in its canonical form, with all that can be known of it without asking a resolver. Decimal,
 * octal and other forms of an address end here: `URL` makes the common one of each.
 * @throws BadEndpoint saying what is wrong and what would be right.
 */
export function parseReceiverUrl(text: string, policy: ReceiverPolicy, guard: AddressGuard): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || text.length > MAX_LENGTH || /[\s\\]/.test(text))
    throw new BadEndpoint('url', 'must be an address such as https://shop.example/webhooks');
  if (url.protocol !== 'https:' && !(policy.allowPrivate && url.protocol === 'http:'))
    throw new BadEndpoint('url', 'must begin with https://');
  if (url.username !== '' || url.password !== '')
    throw new BadEndpoint('url', 'must not hold a user name or password');
  if (!isFreePort(url, policy))
    throw new BadEndpoint('url', 'must have port 443, or one above 1023 that no other service is known for');
  if (isRefusedHost(url.hostname, policy, guard))
    throw new BadEndpoint(
      'url',
      `must be of the public internet: ${new AddressRefused(url.hostname).message}`,
    );
  url.hash = '';
  return url;
}

/**
 * Look a receiver's name up before it is kept. A name that is not known yet may become so: each attempt looks again.
 * @throws BadEndpoint when the name leads to an address that is refused.
 */
export async function checkResolution({ hostname }: URL, { lookup }: AddressGuard): Promise<void> {
  if (isAddress(withoutBrackets(hostname))) return;
  const error = await new Promise<Error | null>((resolve) => {
    lookup(hostname, { all: true }, (failure) => resolve(failure));
  });
  if (error instanceof AddressRefused)
    throw new BadEndpoint('url', `must be of the public internet: ${error.message}`);
}

function isFreePort({ port }: URL, { allowPrivate }: ReceiverPolicy): boolean {
  const number = Number(port);
  if (port === '' || number === 443 || (allowPrivate && number === 80)) return true;
  return number >= FIRST_FREE_PORT && !REFUSED_PORTS.has(number);
}

function isRefusedHost(hostname: string, { allowPrivate }: ReceiverPolicy, guard: AddressGuard): boolean {
  const host = hostname.replace(/\.$/, '');
  if (isAddress(withoutBrackets(host))) return !guard.isAllowed(hostname);
  if (allowPrivate) return false;
  // A resolver does not know the names of onion services, and a proxy that does is none of ours.
  return isLocalHost(host) || host === 'home.arpa' || host.endsWith('.onion');
}

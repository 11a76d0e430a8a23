import { isAddress, withoutBrackets } from './address.ts';
import { LOCAL_NETWORKS } from './special-networks.ts';

/** Names that never leave a machine or a house: RFC 6761, RFC 6762, RFC 8375, and what ICANN keeps private. */
const LOCAL_NAME = /^[^.:]*$|\.(?:localhost|local|internal|localdomain|lan|home\.arpa)$/;

/** True for a host of one machine, office or home, in lower case: a name without a dot, or an address of a local network. */
export function isLocalHost(host: string): boolean {
  const name = withoutBrackets(host.replace(/\.$/, ''));
  return isAddress(name) ? LOCAL_NETWORKS.has(name) : LOCAL_NAME.test(name);
}

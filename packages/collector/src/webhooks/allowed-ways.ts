import type { ReceiverPolicy } from './address-guard.ts';
import { REFUSED_PORTS } from './refused-ports.ts';

const FIRST_FREE_PORT = 1024;

type Policy = Pick<ReceiverPolicy, 'allowPrivate'>;

/** Whether a receiver may be spoken to by the protocol of its URL: what is sent must not be read on its way. */
export function isProtocolAllowed({ protocol }: URL, { allowPrivate }: Policy): boolean {
  return protocol === 'https:' || (allowPrivate && protocol === 'http:');
}

/** Whether a receiver may be at the port of its URL, behind which another service might take a request for its own. */
export function isPortAllowed({ port }: URL, { allowPrivate }: Policy): boolean {
  const number = Number(port);
  // The port of http stands in no URL of http.
  if (port === '' || number === 443 || (allowPrivate && number === 80)) return true;
  return number >= FIRST_FREE_PORT && !REFUSED_PORTS.has(number);
}

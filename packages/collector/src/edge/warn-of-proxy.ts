import type { IncomingMessage } from 'node:http';
import type { Log } from '../log.ts';
import { networkOfClient } from '../quotas/network-of-client.ts';

/** Addresses from which only a proxy of the operator's can come. */
const PRIVATE = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|0:0:0:0::\/64$|f[cd][0-9a-f]{2}:)/;

/**
 * Behind a proxy that is not trusted every visitor has the proxy's address: one place, one quota, one visitor without an
 * id. Looks at each request until it has said so once.
 */
export function warnOfProxy(log: Log): (request: IncomingMessage) => void {
  let isTold = false;
  return ({ headers, socket }) => {
    if (isTold || (headers['x-forwarded-for'] ?? headers.forwarded) === undefined) return;
    const from = networkOfClient(socket.remoteAddress ?? null);
    if (!PRIVATE.test(from)) return;
    isTold = true;
    log.warn(
      { proxy: socket.remoteAddress },
      'Requests come by way of a proxy, and CVQ_TRUST_PROXY is not set: all visitors count as one address. Set it to the address of the proxy.',
    );
  };
}

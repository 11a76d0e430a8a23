import type { IncomingMessage } from 'node:http';
import type { Log } from '../log.ts';
import { LOCAL_NETWORKS } from '../net/special-networks.ts';

/**
 * Behind a proxy that is not trusted every visitor has the proxy's address: one place, one quota, one visitor without an
 * id. To be called with requests that say they came by a proxy; warns once.
 */
export function warnOfProxy(log: Log): (request: IncomingMessage) => void {
  let hasWarned = false;
  return ({ socket }) => {
    // Only a proxy of the operator's can come from there.
    if (hasWarned || !LOCAL_NETWORKS.has(socket.remoteAddress ?? '')) return;
    hasWarned = true;
    log.warn(
      { proxy: socket.remoteAddress },
      'Requests come by way of a proxy, and CVQ_TRUST_PROXY is not set: all visitors count as one address. Set it to the address of the proxy.',
    );
  };
}

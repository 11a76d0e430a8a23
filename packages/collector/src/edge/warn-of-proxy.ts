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

/**
 * To be called where a trusted proxy names something that is no address; warns once. What it names is somebody's, and
 * is not told.
 */
export function warnOfUnreadable(log: Log): () => void {
  let hasWarned = false;
  return () => {
    if (hasWarned) return;
    hasWarned = true;
    log.warn(
      'A trusted proxy names something in X-Forwarded-For that is no address: such visitors have no place, and count as they are named. Let it send the address of the client.',
    );
  };
}

import type { IncomingMessage } from 'node:http';
import type { Log } from '../log.ts';
import { LOCAL_NETWORKS, prefixSetOf } from '../net/special-networks.ts';

/**
 * Behind a proxy that is not trusted, or does not name its clients as it should, every visitor has the proxy's address: one
 * place, one quota, one visitor without an id. To be called with requests that say they came by a proxy and count as their
 * connection does; warns once.
 */
export function warnOfProxy(log: Log, trusted: readonly string[]): (request: IncomingMessage) => void {
  const networks = prefixSetOf(trusted);
  const lack = trusted.length === 0 ? 'CVQ_TRUST_PROXY is not set' : 'CVQ_TRUST_PROXY does not name it';
  let hasWarned = false;

  function whatIsWrong(proxy: string, { headers }: IncomingMessage): string | null {
    if (networks.has(proxy)) {
      if (headers['x-forwarded-for'] !== undefined) return null;
      return 'and it sends no X-Forwarded-For: all its visitors count as one address. Let it send that header.';
    }
    // Only a proxy of the operator's can come from there.
    if (!LOCAL_NETWORKS.has(proxy)) return null;
    return `and ${lack}: all its visitors count as one address. Set it to the address of the proxy.`;
  }

  return (request) => {
    if (hasWarned) return;
    const proxy = request.socket.remoteAddress ?? '';
    const wrong = whatIsWrong(proxy, request);
    if (wrong === null) return;
    hasWarned = true;
    log.warn({ proxy }, `Requests come by way of a proxy, ${wrong}`);
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

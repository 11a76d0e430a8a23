import { hostOfHeader } from './host-of-header.ts';
import { isLoopbackHost } from './hosts.ts';

/**
 * The origin that a request names by its `Host`, where it is another name of the own machine than that of the dashboard, with
 * the same port; else the dashboard's. A stranger's name is never taken.
 */
export function askedOrigin(host: string | undefined, origin: string): string {
  const own = new URL(origin);
  const asked = hostOfHeader(host, own.protocol);
  const isBeside =
    asked !== null &&
    asked.port === own.port &&
    isLoopbackHost(own.hostname) &&
    isLoopbackHost(asked.hostname);
  return isBeside ? asked.origin : origin;
}

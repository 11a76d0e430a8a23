import { MINUTE_MS } from '@cvq/contract/constants';
import type { Log } from '../log.ts';

/** An overloaded collector refuses thousands of requests in a second, and must not spend itself on its log. */
const SUMMARY_MS = MINUTE_MS;

const refused = new WeakMap<Log, { count: number }>();

/** Logs that requests are refused because the collector is busy: the first at once, then a count each minute. */
export function logOverload(log: Log): void {
  const going = refused.get(log);
  if (going !== undefined) {
    going.count += 1;
    return;
  }
  log.warn('The collector is busy, so requests are refused with 503 or 429. Clients send them again.');
  const begun = { count: 0 };
  refused.set(log, begun);
  setTimeout(() => {
    refused.delete(log);
    if (begun.count > 0)
      log.warn({ requests: begun.count }, 'More requests were refused while the collector was busy');
  }, SUMMARY_MS).unref();
}

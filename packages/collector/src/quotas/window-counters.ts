import { MINUTE_MS } from '@cvq/contract/constants';
import { LRUCache } from 'lru-cache';
import { secondsToNext } from './seconds-to-next.ts';

/** Counts what names use within the minutes, or days, of the clock. Names past the most recent ones are forgotten. */
export type WindowCounters = {
  /** Count a request, or its bytes. Null when it is within the limit, else the seconds until the window ends. */
  take(name: string, now: number, amount?: number): number | null;
};

type Options = { readonly limit: number; readonly names: number; readonly lengthMs?: number };

/**
 * Counters that are aligned to the UTC minute, as the interface promises: ready-made limiters start their
 * windows at the first request, so that their Retry-After would tell another time.
 */
export function createWindowCounters({ limit, names, lengthMs = MINUTE_MS }: Options): WindowCounters {
  const counts = new LRUCache<string, { count: number }>({ max: names });
  let window = -1;
  return {
    take(name, now, amount = 1) {
      const current = Math.floor(now / lengthMs);
      if (current !== window) {
        counts.clear();
        window = current;
      }
      let counter = counts.get(name);
      if (counter === undefined) {
        counter = { count: 0 };
        counts.set(name, counter);
      }
      counter.count += amount;
      return counter.count <= limit ? null : secondsToNext(lengthMs, now);
    },
  };
}

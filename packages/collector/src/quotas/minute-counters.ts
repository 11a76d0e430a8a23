import { LRUCache } from 'lru-cache';
import { secondsToNext } from './seconds-to-next.ts';

const MINUTE_MS = 60_000;

/** Counts requests per name within the minutes of the clock. Names past the most recent ones are forgotten. */
export type MinuteCounters = {
  /** Count a request. Null when it is within the limit, else the seconds until the minute ends. */
  take(name: string, now: number): number | null;
};

/**
 * Counters that are aligned to the UTC minute, as the interface promises: ready-made limiters start their
 * windows at the first request, so that their Retry-After would tell another time.
 */
export function createMinuteCounters({ limit, names }: { limit: number; names: number }): MinuteCounters {
  const counts = new LRUCache<string, { count: number }>({ max: names });
  let minute = -1;
  return {
    take(name, now) {
      const current = Math.floor(now / MINUTE_MS);
      if (current !== minute) {
        counts.clear();
        minute = current;
      }
      const counter = counts.get(name) ?? { count: 0 };
      counter.count += 1;
      if (counter.count === 1) counts.set(name, counter);
      return counter.count <= limit ? null : secondsToNext(MINUTE_MS, now);
    },
  };
}

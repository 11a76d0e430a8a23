import { MINUTE_MS } from '@cvq/contract/constants';
import { LRUCache } from 'lru-cache';
import { TrackRefused } from '../errors/track-refused.ts';

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

/** Whole seconds until the next window of a length begins, windows being aligned to UTC: at least 1. */
export function secondsToNext(lengthMs: number, now: number): number {
  return Math.max(1, Math.ceil((lengthMs - (now % lengthMs)) / 1000));
}

const TOLD = {
  requests: 'Too many requests this minute.',
  bytes: 'Too many bytes this minute.',
  'bytes of a day': 'Too many bytes from this address today, in UTC (CVQ_BROWSER_DAY_BYTES).',
};

/** @throws TrackRefused rate_limited when the minute or the day is used up, and for how many seconds it still lasts. */
export function requireQuota(secondsToWait: number | null, counted: keyof typeof TOLD): void {
  if (secondsToWait === null) return;
  throw new TrackRefused('rate_limited', `${TOLD[counted]} Retry in ${secondsToWait} s.`, {
    retryAfterSeconds: secondsToWait,
  });
}

/** Something of which there is only so much, such as memory for bodies, and which has several owners at a time. */
export type SharedBudget = {
  /** @throws TrackRefused overloaded when there is no room, or the owner has its share already. */
  take(owner: string, amount: number): void;
  release(owner: string, amount: number): void;
};

type Limits = {
  readonly limit: number;
  /** What one owner may have at once: so that others, and other budgets, are left their part. */
  readonly perOwner: number;
  /** A larger budget that this one is a part of. */
  readonly within?: SharedBudget;
};

const RETRY_SECONDS = 1;

/** Without a bound, a disk that stalls turns every waiting request into heap. */
export function createSharedBudget({ limit, perOwner, within }: Limits): SharedBudget {
  const ofOwners = new Map<string, number>();
  let used = 0;
  return {
    take(owner, amount) {
      const own = (ofOwners.get(owner) ?? 0) + amount;
      if (own > perOwner || used + amount > limit) {
        throw new TrackRefused('overloaded', 'The collector is busy. Retry after a moment.', {
          retryAfterSeconds: RETRY_SECONDS,
        });
      }
      within?.take(owner, amount);
      ofOwners.set(owner, own);
      used += amount;
    },
    release(owner, amount) {
      within?.release(owner, amount);
      const own = (ofOwners.get(owner) ?? 0) - amount;
      if (own > 0) ofOwners.set(owner, own);
      else ofOwners.delete(owner);
      used -= amount;
    },
  };
}

import { MINUTE_MS } from '@cvq/contract/constants';
import { type BoundedCache, boundedCache } from '../bounded-cache.ts';
import { overloaded, TrackRefused } from '../errors/track-refused.ts';

type WindowOptions = {
  /** How much a name may use in a window; 0 for any amount. */
  readonly limit: number;
  /** Names that are counted at once: past them the least recent are not counted any more. */
  readonly names: number;
  readonly lengthMs?: number;
};

/**
 * Counts what names use within the minutes, or days, of the clock. The windows are aligned to UTC, as the interface
 * promises: ready-made limiters start theirs at the first request, so that their Retry-After would be another time.
 */
export class WindowCounters {
  readonly #limit: number;
  readonly #lengthMs: number;
  readonly #counts: BoundedCache<{ count: number }>;
  #window = -1;

  constructor({ limit, names, lengthMs = MINUTE_MS }: WindowOptions) {
    this.#limit = limit || Infinity;
    this.#lengthMs = lengthMs;
    this.#counts = boundedCache(names);
  }

  /** Counts a request, or its bytes. Null when it is within the limit, else the seconds until the window ends. */
  take(name: string, now: number, amount = 1): number | null {
    const current = Math.floor(now / this.#lengthMs);
    if (current !== this.#window) {
      this.#counts.clear();
      this.#window = current;
    }
    let counter = this.#counts.get(name);
    if (counter === undefined) {
      counter = { count: 0 };
      this.#counts.set(name, counter);
    }
    counter.count += amount;
    return counter.count <= this.#limit ? null : secondsToNext(this.#lengthMs, now);
  }
}

/** Whole seconds until the next window of a length begins, windows being aligned to UTC: at least 1. */
export function secondsToNext(lengthMs: number, now: number): number {
  return Math.max(1, Math.ceil((lengthMs - (now % lengthMs)) / 1000));
}

const EXCEEDED = {
  requests: { countedAs: 'quota_requests', message: 'Too many requests this minute.' },
  bytes: { countedAs: 'quota_bytes', message: 'Too many bytes this minute.' },
  'bytes of a day': {
    countedAs: 'quota_bytes',
    message: 'Too many bytes from this address today, in UTC (CVQ_BROWSER_DAY_BYTES).',
  },
} as const;

/** @throws TrackRefused rate_limited when the minute or the day is used up, and for how many seconds it still lasts. */
export function requireQuota(secondsToWait: number | null, counted: keyof typeof EXCEEDED): void {
  if (secondsToWait === null) return;
  const { countedAs, message } = EXCEEDED[counted];
  throw new TrackRefused('rate_limited', `${message} Retry in ${secondsToWait} s.`, {
    retryAfterSeconds: secondsToWait,
    countedAs,
  });
}

type BudgetOptions = {
  /** Left out, a part may have all that the larger budget has. */
  readonly limit?: number;
  /** What one owner may have at once: so that others, and other budgets, are left their part. */
  readonly perOwner: number;
  /** A larger budget that this one is a part of. */
  readonly within?: SharedBudget;
};

/**
 * Something of which there is only so much, such as memory for bodies, and which has several owners at a time. Without
 * a bound, a disk that stalls turns every waiting request into heap.
 */
export class SharedBudget {
  readonly #limit: number;
  readonly #perOwner: number;
  readonly #within: SharedBudget | undefined;
  readonly #ofOwners = new Map<string, number>();
  #used = 0;

  constructor({ limit = Infinity, perOwner, within }: BudgetOptions) {
    this.#limit = limit;
    this.#perOwner = perOwner;
    this.#within = within;
  }

  /** @throws TrackRefused overloaded when there is no room, or the owner has its share already. */
  take(owner: string, amount: number): void {
    const own = (this.#ofOwners.get(owner) ?? 0) + amount;
    if (own > this.#perOwner || this.#used + amount > this.#limit) throw overloaded();
    this.#within?.take(owner, amount);
    this.#ofOwners.set(owner, own);
    this.#used += amount;
  }

  release(owner: string, amount: number): void {
    this.#within?.release(owner, amount);
    const own = (this.#ofOwners.get(owner) ?? 0) - amount;
    if (own > 0) this.#ofOwners.set(owner, own);
    else this.#ofOwners.delete(owner);
    this.#used -= amount;
  }
}

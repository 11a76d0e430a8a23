import type { RefusalCause } from '@cvq/contract';

/** Every reason to refuse a tracking request, with its status in the specification's table. */
export const TRACK_REFUSALS = {
  bad_request: 400,
  unauthenticated: 401,
  rate_limited: 429,
  storage_failed: 500,
  overloaded: 503,
} as const;

export type TrackRefusal = keyof typeof TRACK_REFUSALS;

const USUAL_CAUSES: Readonly<Record<TrackRefusal, RefusalCause>> = {
  bad_request: 'invalid',
  unauthenticated: 'unknown_key',
  rate_limited: 'quota_requests',
  storage_failed: 'storage_failed',
  overloaded: 'overloaded',
};

type More = {
  readonly retryAfterSeconds?: number | undefined;
  /** Where the reason alone does not say it. */
  readonly countedAs?: RefusalCause | undefined;
  readonly cause?: unknown;
};

/** A failure of a tracking API, with the message for the caller. */
export class TrackRefused extends Error {
  override readonly name = 'TrackRefused';
  readonly reason: TrackRefusal;
  readonly countedAs: RefusalCause;
  readonly retryAfterSeconds: number | undefined;

  constructor(reason: TrackRefusal, message: string, more: More = {}) {
    super(message, { cause: more.cause });
    this.reason = reason;
    this.countedAs = more.countedAs ?? USUAL_CAUSES[reason];
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  get status(): (typeof TRACK_REFUSALS)[TrackRefusal] {
    return TRACK_REFUSALS[this.reason];
  }
}

/** What a tracking client reads when we failed. The cause is for the log alone. */
export function storageFailed(cause: unknown): TrackRefused {
  return new TrackRefused('storage_failed', 'The event could not be stored. Retry with backoff.', { cause });
}

/** The refusal while there is no room for more requests. */
export function overloaded(): TrackRefused {
  return new TrackRefused('overloaded', 'The collector is busy. Retry after a moment.', {
    retryAfterSeconds: 1,
  });
}

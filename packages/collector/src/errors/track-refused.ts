/** Every reason to refuse a tracking request, with its status in the specification's table. */
export const TRACK_REFUSALS = {
  bad_request: 400,
  unauthenticated: 401,
  rate_limited: 429,
  storage_failed: 500,
  overloaded: 503,
} as const;

export type TrackRefusal = keyof typeof TRACK_REFUSALS;

/** A failure of a tracking API that the caller is told. */
export class TrackRefused extends Error {
  override readonly name = 'TrackRefused';
  readonly reason: TrackRefusal;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    reason: TrackRefusal,
    message: string,
    more: { readonly retryAfterSeconds?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.reason = reason;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  get status(): number {
    return TRACK_REFUSALS[this.reason];
  }

  /** Whether there was no room for the request. An API without 503 tells it as another reason. */
  get isOverload(): boolean {
    return this.reason === 'overloaded' || (this.cause instanceof TrackRefused && this.cause.isOverload);
  }
}

/** What a tracking client is told when we failed. The cause is for the log alone. */
export function storageFailed(cause: unknown): TrackRefused {
  return new TrackRefused('storage_failed', 'The event could not be stored. Retry with backoff.', { cause });
}

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

  constructor(reason: TrackRefusal, message: string, retryAfterSeconds?: number) {
    super(message);
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return TRACK_REFUSALS[this.reason];
  }
}

type Details = {
  readonly status: number | null;
  readonly eventIds: readonly string[];
  readonly retryAfterSeconds: number | null;
  readonly cause?: unknown;
};

/**
 * Thrown where a request was refused, or where no attempt was answered. `message` says why, in the words of the
 * collector where it has said so.
 */
export class TrackError extends Error {
  override readonly name = 'TrackError';
  /** Of the last answer; null where none came. */
  readonly status: number | null;
  /**
   * Of the events of the request. After a `status` of null or of 500 and above nobody knows whether they are stored: send
   * them again with these ids, and none is stored twice.
   */
  readonly eventIds: readonly string[];
  /** When the collector will take requests again, where it has said so. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, { status, eventIds, retryAfterSeconds, cause }: Details) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.eventIds = eventIds;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

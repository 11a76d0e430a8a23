import type { NamedEvent } from './named-event.ts';

type Details = {
  readonly status: number | null;
  readonly events: readonly NamedEvent[];
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
  readonly #events: readonly NamedEvent[];
  /** When the collector will take requests again, where it has said so. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, { status, events, retryAfterSeconds, cause }: Details) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.#events = events;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /**
   * The events of the request, with their ids and times. After a `status` of null or of 500 and above nobody knows whether they
   * are stored: send these again, whenever that is, and none is stored twice. A logger that writes all that an error has does
   * not find them: they hold user data in the clear.
   */
  get events(): readonly NamedEvent[] {
    return this.#events;
  }
}

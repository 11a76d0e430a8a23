import { TrackRefused } from '../errors/track-refused.ts';

/** Memory that bodies may take, from their first byte until they are answered. */
export type BodyBudget = {
  /**
   * Count bytes that arrived.
   * @throws TrackRefused overloaded when there is no room for them.
   */
  take(bytes: number): void;
  release(bytes: number): void;
};

const RETRY_SECONDS = 1;

/** Without a bound, a disk that stalls turns every waiting request into heap. */
export function createBodyBudget(limit: number): BodyBudget {
  let used = 0;
  return {
    take(bytes) {
      if (used + bytes > limit) {
        throw new TrackRefused('overloaded', 'The collector is busy. Retry after a moment.', RETRY_SECONDS);
      }
      used += bytes;
    },
    release(bytes) {
      used -= bytes;
    },
  };
}

import { TrackRefused } from './track-refused.ts';

/** What a tracking client is told when we failed. The cause is for the log alone. */
export function storageFailed(cause: unknown): TrackRefused {
  return new TrackRefused('storage_failed', 'The event could not be stored. Retry with backoff.', { cause });
}

import { TrackRefused } from '../errors/track-refused.ts';

/** @throws TrackRefused rate_limited when the minute is used up, and for how many seconds it still lasts. */
export function requireQuota(secondsToWait: number | null, counted: 'requests' | 'bytes'): void {
  if (secondsToWait === null) return;
  throw new TrackRefused('rate_limited', `Too many ${counted} this minute. Retry in ${secondsToWait} s.`, {
    retryAfterSeconds: secondsToWait,
  });
}

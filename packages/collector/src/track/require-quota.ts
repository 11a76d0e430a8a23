import { TrackRefused } from '../errors/track-refused.ts';

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

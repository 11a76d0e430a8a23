import { ApiError } from '../errors/api-error.ts';
import type { TrackRefused } from '../errors/track-refused.ts';

/** What the reader of bodies refuses, as the read API and the dashboard tell it. */
export function inWordsOfTheReadApi({ reason, message, retryAfterSeconds = 1 }: TrackRefused): ApiError {
  if (reason === 'bad_request') return new ApiError('invalid_request', message);
  return new ApiError('rate_limited', message, {
    details: { retry_after_seconds: retryAfterSeconds },
    headers: { 'Retry-After': String(retryAfterSeconds), 'X-RateLimit-Scope': 'concurrency' },
  });
}

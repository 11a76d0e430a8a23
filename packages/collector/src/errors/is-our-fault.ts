import { ApiError } from './api-error.ts';
import { TrackRefused } from './track-refused.ts';

/**
 * Whether a failure is ours, so that the log must have it: every 5xx. A full queue is no fault of a request; the
 * intake logs it when it begins and when it ends.
 */
export function isOurFault(error: unknown): boolean {
  if (error instanceof TrackRefused) return error.reason === 'storage_failed';
  return !(error instanceof ApiError) || error.status >= 500;
}

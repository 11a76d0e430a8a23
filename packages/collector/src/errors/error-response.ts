import type { ApiErrorBody, TrackErrorBody } from '@cvq/contract';
import { ApiError } from './api-error.ts';
import { storageFailed, TrackRefused } from './track-refused.ts';

export type ErrorResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ApiErrorBody | TrackErrorBody;
};

/** What a tracking client is told of a failure. Anything unforeseen is a 500 without its inner words. */
export function toTrackResponse(error: unknown): ErrorResponse {
  const refused = error instanceof TrackRefused ? error : storageFailed(error);
  const headers: Record<string, string> = {};
  if (refused.status === 401) headers['WWW-Authenticate'] = 'Bearer realm="cvq tracking"';
  if (refused.retryAfterSeconds !== undefined) headers['Retry-After'] = String(refused.retryAfterSeconds);
  return { status: refused.status, headers, body: { success: false, error: refused.message } };
}

/** What a client of the read API is told of a failure. */
export function toApiResponse(error: unknown, baseUrl: string): ErrorResponse {
  const failure =
    error instanceof ApiError
      ? error
      : new ApiError('internal_error', 'Something failed on our side. Retry with exponential backoff.');
  const body: ApiErrorBody = {
    error: {
      code: failure.code,
      message: failure.message,
      doc_url: `${baseUrl}/docs/errors#${failure.code}`,
      ...(failure.details && { details: failure.details }),
    },
  };
  return { status: failure.status, headers: failure.headers, body };
}

/**
 * Whether a failure is ours, so that the log must have it: every 5xx. A full queue is no fault of a request; the
 * intake logs it when it begins and when it ends.
 */
export function isOurFault(error: unknown): boolean {
  if (error instanceof TrackRefused) return error.reason === 'storage_failed';
  return !(error instanceof ApiError) || error.status >= 500;
}

import { type ApiErrorBody, TRACKING_PATHS, type TrackErrorBody } from '@cvq/contract';
import { ApiError } from './api-error.ts';
import { storageFailed, TrackRefused } from './track-refused.ts';

/** What is sent instead of the answer that was asked for. */
export type ErrorResponse<Status extends number = number> = {
  readonly status: Status;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ApiErrorBody | TrackErrorBody;
};

/** What a tracking client gets for a failure. Anything unforeseen is a 500 without its inner words. */
export function toTrackResponse(error: unknown): ErrorResponse<TrackRefused['status']> {
  const refused = toTrackRefused(error);
  const headers: Record<string, string> = {};
  if (refused.status === 401) headers['WWW-Authenticate'] = 'Bearer realm="cvq tracking"';
  if (refused.retryAfterSeconds !== undefined) headers['Retry-After'] = String(refused.retryAfterSeconds);
  return { status: refused.status, headers, body: { success: false, error: refused.message } };
}

/** A failure of a tracking request as a refusal: what nobody foresaw is ours. */
export function toTrackRefused(error: unknown): TrackRefused {
  return error instanceof TrackRefused ? error : storageFailed(error);
}

/** What a client of the read API gets for a failure. */
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

/** Whether a failure is ours, so that the log must have it: every 5xx but that of a full queue, which is counted. */
export function isOurFault(error: unknown): boolean {
  if (error instanceof TrackRefused) return error.reason === 'storage_failed';
  return !(error instanceof ApiError) || error.status >= 500;
}

const PATHS = Object.values(TRACKING_PATHS);

/** Whether an address belongs to the tracking APIs, whose errors have an envelope of their own. */
export function isTrackPath(address: string): boolean {
  return PATHS.some((path) => address.startsWith(path) && /^[/?]?$/.test(address.charAt(path.length)));
}

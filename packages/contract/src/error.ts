import type { ErrorCode } from './error-codes.ts';

/** The envelope of every failure of the read API. */
export type ApiErrorBody = {
  error: { code: ErrorCode; message: string; doc_url: string; details?: Record<string, unknown> };
};

/** The envelope of every failure of the tracking APIs. */
export type TrackErrorBody = { success: false; error: string };

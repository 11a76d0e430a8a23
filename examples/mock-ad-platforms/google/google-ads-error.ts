import type { MockAnswer } from '../mock-request.ts';

type GoogleAdsError = {
  readonly status: number;
  /** A word of `google.rpc.Code`. */
  readonly code: string;
  /** The enum of the error and its word, such as `{ quotaError: 'RESOURCE_EXHAUSTED' }`. */
  readonly errorCode: Readonly<Record<string, string>>;
  readonly message: string;
  readonly retryDelay?: string;
};

/** An error as the Google Ads API tells it (developers.google.com/google-ads/api/docs/get-started/handle-errors). */
export function googleAdsError({ status, code, errorCode, message, retryDelay }: GoogleAdsError) {
  const failure = {
    '@type': 'type.googleapis.com/google.ads.googleads.v26.errors.GoogleAdsFailure',
    errors: [
      {
        errorCode,
        message,
        ...(retryDelay !== undefined && { details: { quotaErrorDetails: { retryDelay } } }),
      },
    ],
    requestId: 'mock-ads-error',
  };
  return { error: { code: status, message, status: code, details: [failure] } };
}

/** A stream is a list, also one that has but an error. */
export function streamError(error: GoogleAdsError): MockAnswer {
  return { status: error.status, body: [googleAdsError(error)] };
}

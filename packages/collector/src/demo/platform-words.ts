import type { AdPlatform } from '@cvq/contract';
import type { AnswerClass, PlatformAnswer } from '../ad-platforms/adapter.ts';

type Words = Pick<PlatformAnswer, 'httpStatus' | 'code' | 'message'>;
/** `sent`: in answer to a conversion. `verdict`: when it is asked later what became of one. */
export type WordsOfPlatform = {
  readonly sent: Readonly<Partial<Record<AnswerClass, Words>>>;
  readonly verdict: Readonly<Partial<Record<AnswerClass, Words>>>;
};

const words = (httpStatus: number, code: string | null, message: string | null): Words => ({
  httpStatus,
  code,
  message,
});
const FINE = words(200, null, null);

/** What each platform says, in its own codes. What it has no word for, it does not say. */
export const PLATFORM_WORDS: Readonly<Record<AdPlatform, WordsOfPlatform>> = {
  google_ads: {
    sent: {
      accepted: FINE,
      transient: words(503, 'UNAVAILABLE', 'The service is currently unavailable.'),
      throttled: words(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded for requests per minute.'),
      config: words(400, 'INVALID_CONVERSION_ACTION_ID', 'The conversion action does not exist.'),
      invalid: words(400, 'INVALID_EVENT', 'The event is not valid.'),
    },
    verdict: {
      delivered: FINE,
      processing: words(200, 'PROCESSING', null),
      duplicate: words(200, 'PROCESSING_ERROR_REASON_DUPLICATE_TRANSACTION_ID', null),
      expired: words(200, 'PROCESSING_ERROR_REASON_EVENT_TOO_OLD', null),
    },
  },
  meta_ads: {
    sent: {
      delivered: FINE,
      transient: words(500, '2', 'An unexpected error has occurred. Please retry your request later.'),
      throttled: words(400, '4', 'Application request limit reached'),
      config: words(
        400,
        '100/33',
        'Unsupported post request. The object does not exist, or cannot be loaded.',
      ),
      invalid: words(400, '100', 'Invalid parameter'),
      expired: words(400, '100/2804003', 'Event Timestamp Too Old'),
    },
    verdict: {},
  },
  microsoft_ads: {
    sent: {
      delivered: FINE,
      unmatched: words(200, 'NoMatchingClickFound', 'No click was found that the conversion is of.'),
      too_early: words(
        200,
        'OfflineConversionNotAcceptedForGoal',
        'The goal is too new to take offline conversions.',
      ),
      transient: words(500, 'OfflineConversionsApplyFailed', 'Failed to apply the conversions.'),
      throttled: words(429, 'CallRateExceeded', 'The calls of the last minute were too many.'),
      config: words(403, 'UserIsNotAuthorized', 'The user has no access to the account.'),
      invalid: words(200, 'OfflineConversionMicrosoftClickIdInvalid', 'The click id is not valid.'),
      expired: words(200, 'OfflineConversionTimeOutOfWindow', 'The conversion is too old.'),
    },
    verdict: {},
  },
};

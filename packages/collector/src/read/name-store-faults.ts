import { isAnswerTooLarge, isDeliveryLogUnreadable, QuestionTimedOut, TooManyQuestions } from '@cvq/storage';
import { ClientGone } from '../body/json-body.ts';
import { ApiError } from '../errors/api-error.ts';
import { rateLimited } from '../quotas/rate-limited.ts';
import { deliveryLogFailed } from './deliveries/ask-delivery-log.ts';

/**
 * What the analytics store answers. A fault there is the store's, and is named; no partial answer is given.
 * @throws ApiError upstream_error, also past the deadline; rate_limited where too much of the account waits already; invalid_range
 * where the range holds more than an answer can.
 */
export async function nameStoreFaults<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (cause) {
    if (cause instanceof ClientGone) throw cause;
    if (cause instanceof TooManyQuestions) throw tooManyAtOnce(cause);
    if (cause instanceof QuestionTimedOut) throw timedOut(cause);
    if (isAnswerTooLarge(cause)) throw tooLarge(cause);
    if (isDeliveryLogUnreadable(cause)) throw deliveryLogFailed(cause);
    throw new ApiError('upstream_error', 'The analytics store failed. Retry with exponential backoff.', {
      details: { service: 'analytics_store' },
      cause,
    });
  }
}

function tooManyAtOnce(cause: TooManyQuestions): ApiError {
  const message = 'Too many questions of this account wait for an answer. Ask fewer at once.';
  return rateLimited({ message, seconds: 1, scope: 'concurrency', cause });
}

function tooLarge(cause: Error): ApiError {
  return new ApiError('invalid_range', `${cause.message}. Ask for a shorter range.`, { cause });
}

function timedOut(cause: QuestionTimedOut): ApiError {
  return new ApiError(
    'upstream_error',
    `There was no answer within ${cause.deadlineSeconds} seconds. Ask for a shorter range or with fewer filters, or ask again later. Whoever runs the collector can allow more time: CVQ_QUESTION_SECONDS.`,
    { details: { service: 'analytics_store', deadline_seconds: cause.deadlineSeconds }, cause },
  );
}

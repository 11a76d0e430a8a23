import { ApiError } from '../../errors/api-error.ts';

/**
 * The answer of the delivery log. A fault there is named; no partial answer is given.
 * @throws ApiError upstream_error
 */
export async function askDeliveryLog<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (cause) {
    throw deliveryLogFailed(cause);
  }
}

/** The delivery log could not be read. */
export function deliveryLogFailed(cause: unknown): ApiError {
  return new ApiError('upstream_error', 'The delivery log failed. Retry with exponential backoff.', {
    details: { service: 'delivery_log' },
    cause,
  });
}

import { ClientGone } from '../body/json-body.ts';
import { ApiError } from '../errors/api-error.ts';

/** The answer of the analytics store. A fault there is the store's, and is named; no partial answer is given. */
export async function askStore<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (cause) {
    if (cause instanceof ClientGone) throw cause;
    throw new ApiError('upstream_error', 'The analytics store failed. Retry with exponential backoff.', {
      details: { service: 'analytics_store' },
      cause,
    });
  }
}

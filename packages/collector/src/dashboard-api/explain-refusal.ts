import type { ErrorCode } from '@cvq/contract';
import { type RefusalReason, Refused } from '../accounts/refused.ts';
import { ApiError } from '../errors/api-error.ts';

const CODES: Readonly<Record<RefusalReason, ErrorCode>> = {
  bad_value: 'invalid_request',
  nothing_to_change: 'invalid_request',
  unknown: 'not_found',
  taken: 'conflict',
  conflict: 'conflict',
  limit: 'plan_required',
  plan: 'plan_required',
  not_allowed: 'not_allowed',
};

/**
 * A refusal by the rules of accounts in the words of the API, or several that are of one kind, each about its field. Anything
 * else stays what it is.
 */
export function explainRefusal(error: unknown): unknown {
  const refusals = error instanceof AggregateError ? error.errors : [error];
  const [first] = refusals;
  if (!refusals.every((each) => each instanceof Refused) || !(first instanceof Refused)) return error;
  const fields = refusals.flatMap(({ field, message }) => (field === null ? [] : [{ field, message }]));
  const message = refusals.map((each) => each.message).join(' ');
  return new ApiError(CODES[first.reason], message, {
    ...(fields.length > 0 && { details: { fields } }),
    cause: error,
  });
}

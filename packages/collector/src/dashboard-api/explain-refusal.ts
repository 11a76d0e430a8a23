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

/** A refusal by the rules of accounts in the words of the API. Anything else stays what it is. */
export function explainRefusal(error: unknown): unknown {
  if (!(error instanceof Refused)) return error;
  const { reason, field, message } = error;
  const details = field === null ? undefined : { fields: [{ field, message }] };
  return new ApiError(CODES[reason], message, { ...(details && { details }), cause: error });
}

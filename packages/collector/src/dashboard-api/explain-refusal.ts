import type { ErrorCode } from '@cvq/contract';
import { SpendImportEnded } from '@cvq/storage';
import { whereToUpgrade } from '../access/requirements.ts';
import { type RefusalReason, Refused } from '../accounts/refused.ts';
import { ApiError } from '../errors/api-error.ts';
import { BadFile, describeFault } from '../spend/bad-file.ts';

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

type Asked = { readonly writes: boolean; readonly baseUrl: () => string };

/**
 * A refusal by the rules of accounts in the words of the API, or several that are of one kind, each about its field. Anything
 * else stays what it is. `writes`: whether what was asked for would have written, which no viewer may.
 * `baseUrl`: where the plans are.
 */
export function explainRefusal(error: unknown, { writes, baseUrl }: Asked): unknown {
  if (error instanceof BadFile) return explainFile(error);
  if (error instanceof SpendImportEnded)
    return new ApiError('conflict', 'Another file was imported meanwhile, and is stored in its place.', {
      cause: error,
    });
  const refusals = error instanceof AggregateError ? error.errors : [error];
  const [first] = refusals;
  if (!refusals.every((each) => each instanceof Refused) || !(first instanceof Refused)) return error;
  const fields = refusals.flatMap(({ field, message }) => (field === null ? [] : [{ field, message }]));
  const message = refusals.map((each) => each.message).join(' ');
  const code = writes && first.role === 'viewer' ? 'read_only_role' : CODES[first.reason];
  const details = {
    ...(fields.length > 0 && { fields }),
    ...(code === 'plan_required' && whereToUpgrade(baseUrl)),
  };
  return new ApiError(code, message, { ...(Object.keys(details).length > 0 && { details }), cause: error });
}

/** Every fault, with the line and the column that it is in. */
function explainFile({ faults }: BadFile): ApiError {
  const fields = faults.map((fault) => ({ field: fault.column ?? 'file', message: describeFault(fault) }));
  return new ApiError('invalid_request', 'Nothing was stored. Correct the file and import it again, whole.', {
    details: { fields },
  });
}

import { ApiError } from '../errors/api-error.ts';

/** The refusal of an argument whose form is right, for what it says beside the others. */
export function refusedField(field: string, message: string): ApiError {
  return new ApiError('invalid_request', `${field} ${message}.`, {
    details: { fields: [{ field, message }] },
  });
}

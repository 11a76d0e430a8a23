import { type FieldError, fieldErrors, UNKNOWN_FIELD } from '@cvq/contract';
import type { z } from 'zod';
import { ApiError } from '../errors/api-error.ts';

/**
 * The query of a request in the shape of its schema. A parameter that may be given once and was given again is told so:
 * it is no matter of types.
 * @throws ApiError
 */
export function parseQuery(schema: z.ZodType, query: Readonly<Record<string, unknown>>): unknown {
  return parsePart(schema, { ...query }, ({ field, message }) => {
    if (message === UNKNOWN_FIELD) return 'is not a known parameter';
    return Array.isArray(query[field]) ? 'was given more than once; give it once' : message;
  });
}

/**
 * A part of a request in the shape of its schema.
 * @throws ApiError invalid_request that names every field that does not fit, and why.
 */
export function parsePart(
  schema: z.ZodType,
  part: unknown,
  reword: (error: FieldError) => string = ({ message }) => message,
): unknown {
  const result = schema.safeParse(part);
  if (result.success) return result.data;
  const fields = fieldErrors(result.error).map((error) => ({ field: error.field, message: reword(error) }));
  const summary = fields.map(({ field, message }) => `${field} ${message}`).join('; ');
  throw new ApiError('invalid_request', `${summary}.`, { details: { fields } });
}

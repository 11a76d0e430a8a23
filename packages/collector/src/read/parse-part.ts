import { fieldErrors } from '@cvq/contract';
import type { z } from 'zod';
import { ApiError } from '../errors/api-error.ts';

/**
 * A part of a request in the shape of its schema.
 * @throws ApiError invalid_request that names every field that does not fit, and why.
 */
export function parsePart(schema: z.ZodType, part: unknown): unknown {
  const result = schema.safeParse(part);
  if (result.success) return result.data;
  const fields = fieldErrors(result.error);
  const summary = fields.map(({ field, message }) => `${field} ${message}`).join('; ');
  throw new ApiError('invalid_request', `${summary}.`, { details: { fields } });
}

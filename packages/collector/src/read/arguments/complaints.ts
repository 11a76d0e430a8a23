import { ARGUMENT_RULES, type ArgumentRules, DIMENSIONS, type FieldError, fieldErrors } from '@cvq/contract';
import { z } from 'zod';
import { ApiError } from '../../errors/api-error.ts';
import { fieldOf } from './from-query.ts';

/** What is wrong with an argument. */
export type Complaint = FieldError & {
  readonly path: readonly PropertyKey[];
  /** The code of a refusal that waits until it is known that the caller may ask. */
  readonly late: ArgumentRules['late'] | null;
};

/** What a schema has against arguments. A value of the wrong type is a matter of form, and never late. */
export function complaintsOf(schema: z.ZodObject, { issues }: z.ZodError): Complaint[] {
  return issues.flatMap((issue) => {
    const [name = ''] = issue.path;
    const field = issue.code === 'invalid_type' ? undefined : fieldOf(schema, name);
    const late = (field && ARGUMENT_RULES.get(field)?.late) ?? null;
    return fieldErrors(new z.ZodError([issue])).map((error) => ({ ...error, path: issue.path, late }));
  });
}

/** @throws ApiError invalid_request that names every argument whose form is wrong. */
export function refuseForm(complaints: readonly Complaint[]): void {
  const early = complaints.filter(({ late }) => late === null);
  if (early.length > 0) throw refusal('invalid_request', early);
}

/** @throws ApiError by the first of the complaints that have waited, and all that have its code. */
export function refuseLate(complaints: readonly Complaint[]): void {
  const code = complaints[0]?.late ?? null;
  if (code === null) return;
  throw refusal(
    code,
    complaints.filter(({ late }) => late === code),
  );
}

function refusal(code: NonNullable<Complaint['late']>, complaints: readonly Complaint[]): ApiError {
  const fields = complaints.map(({ field, message }) => ({ field, message }));
  const summary = fields.map(({ field, message }) => `${field} ${message}`).join('; ');
  const details = { invalid_request: { fields }, unsupported_dimension: { supported: DIMENSIONS } };
  return new ApiError(code, `${summary}.`, code === 'invalid_range' ? {} : { details: details[code] });
}

import type { MockAnswer } from '../mock-request.ts';

/** One field that is wrong. `reason`: a word of `google.ads.datamanager.v1.ErrorReason`, where it is known. */
export type FieldViolation = {
  readonly field: string;
  readonly description: string;
  readonly reason?: string;
};

type GoogleError = {
  readonly status: number;
  /** A word of `google.rpc.Code`. */
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
  readonly domain?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly violations?: readonly FieldViolation[];
  readonly retryAfterSeconds?: number;
};

let answered = 0;

/**
 * An error as Google's APIs tell it: `error` with `code`, `message`, `status`, and payloads of google.rpc in `details`
 * (developers.google.com/data-manager/api/devguides/concepts/understand-errors).
 */
export function googleError(error: GoogleError): MockAnswer {
  answered += 1;
  const { reason, domain = 'datamanager.googleapis.com', metadata, violations, retryAfterSeconds } = error;
  const details = [
    ...(reason === undefined
      ? []
      : [{ ...typed('ErrorInfo'), reason, domain, ...(metadata && { metadata }) }]),
    ...(violations === undefined ? [] : [{ ...typed('BadRequest'), fieldViolations: violations }]),
    { ...typed('RequestInfo'), requestId: `mock-error-${answered}` },
  ];
  return {
    status: error.status,
    ...(retryAfterSeconds === undefined ? {} : { headers: { 'Retry-After': `${retryAfterSeconds}` } }),
    body: { error: { code: error.status, message: error.message, status: error.code, details } },
  };
}

const typed = (name: string) => ({ '@type': `type.googleapis.com/google.rpc.${name}` });

/** What is wrong with the fields of a request: nothing of it was carried out. */
export function fieldError(violations: readonly FieldViolation[]): MockAnswer {
  const isParsed = violations.every(({ reason }) => reason !== undefined);
  return googleError({
    status: 400,
    code: 'INVALID_ARGUMENT',
    message: isParsed
      ? 'There was a problem with the request.'
      : violations.map(({ description }) => description).join('\n'),
    ...(isParsed ? { reason: 'INVALID_ARGUMENT' } : {}),
    violations,
  });
}

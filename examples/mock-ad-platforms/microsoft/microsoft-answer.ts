import type { MockAnswer } from '../mock-request.ts';

/** A code and its symbol, of learn.microsoft.com/en-us/advertising/guides/operation-error-codes. */
export type MicrosoftCode = { readonly Code: number; readonly ErrorCode: string };

/** What is said of one conversion: the others of the request are taken. */
export type PartialError = MicrosoftCode & {
  readonly Index: number;
  readonly FieldPath: string | null;
  readonly Message: string;
  readonly Type: 'BatchError';
};

/** A request that was not carried out, with the fault of all services: who calls, and how often. */
export function adApiFault(
  status: number,
  code: MicrosoftCode,
  headers?: Record<string, string>,
): MockAnswer {
  const Errors = [{ ...code, Detail: null, Message: code.ErrorCode }];
  return fault(status, { Type: 'AdApiFaultDetail', Errors }, headers);
}

/** A request that was not carried out, with the fault of the service: what is in it. */
export function apiFault(status: number, code: MicrosoftCode, Details: string): MockAnswer {
  const OperationErrors = [{ ...code, Details, Message: code.ErrorCode }];
  return fault(status, { Type: 'ApiFaultDetail', OperationErrors, BatchErrors: [] });
}

let tracked = 0;

function fault(status: number, detail: object, headers: Record<string, string> = {}): MockAnswer {
  tracked += 1;
  const TrackingId = `00000000-0000-4000-8000-${String(tracked).padStart(12, '0')}`;
  return { status, headers, body: { TrackingId, ...detail } };
}

import { NotAnswered } from './ask.ts';

/** What the page refuses by itself, as a refusal of the collector: of a field, or of all that was written. */
export function refusedHere(message: string, field: string | null = null): NotAnswered {
  const fields = field === null ? [] : [{ field, message }];
  return new NotAnswered(message, {
    ...{ status: 400, code: 'invalid_request', requestId: null, retryAfter: null },
    fields,
  });
}

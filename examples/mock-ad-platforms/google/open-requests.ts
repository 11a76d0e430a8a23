import type { MockAnswer } from '../mock-request.ts';
import { googleError } from './google-answer.ts';
import type { Destination } from './ingest-request.ts';

/** What becomes of the events of a request at one of its destinations. */
type Outcome = {
  readonly destination: Destination;
  readonly records: number;
  /** Reasons of the events that failed; the others count. */
  readonly failures: readonly string[];
};

/** A request that was taken: what becomes of its events is told later. */
type TakenRequest = {
  readonly outcomes: readonly Outcome[];
  /** Never decided. */
  readonly isStuck: boolean;
  readonly failedWord: string;
};

export type Requests = {
  /** Gives it an id. */
  take(request: TakenRequest): string;
  /** A request that was validated and not carried out: nothing can be asked of it. */
  validated(): string;
  /** The answer of `requestStatus:retrieve`. */
  status(requestId: string): MockAnswer;
  forget(): void;
};

/**
 * Requests of the Data Manager API between "taken" and "decided": `processingMs` after it was taken a request is decided.
 * `now` is the clock of the processing.
 */
export function openRequests(processingMs: number, now: () => number): Requests {
  const taken = new Map<string, TakenRequest & { readonly takenAt: number }>();
  let count = 0;
  const newId = () => {
    count += 1;
    return `mock-request-${count}`;
  };
  return {
    take(request) {
      const id = newId();
      taken.set(id, { ...request, takenAt: now() });
      return id;
    },
    validated: newId,
    status(requestId) {
      const request = taken.get(requestId);
      if (request === undefined) return unknownRequest();
      const isDecided = !request.isStuck && now() >= request.takenAt + processingMs;
      const requestStatusPerDestination = request.outcomes.map((outcome) =>
        isDecided ? decided(outcome, request.failedWord) : processing(outcome),
      );
      return { status: 200, body: { requestStatusPerDestination } };
    },
    forget: () => taken.clear(),
  };
}

const processing = ({ destination }: Outcome) => ({ destination, requestStatus: 'PROCESSING' });

function decided({ destination, failures, records }: Outcome, failedWord: string) {
  const eventsIngestionStatus = { recordCount: `${records}` };
  if (failures.length === 0) return { destination, requestStatus: 'SUCCESS', eventsIngestionStatus };
  const errorCounts = [...new Set(failures)].map((reason) => ({
    recordCount: `${failures.filter((one) => one === reason).length}`,
    reason,
  }));
  const requestStatus = failures.length < records ? 'PARTIAL_SUCCESS' : failedWord;
  return { destination, requestStatus, errorInfo: { errorCounts }, eventsIngestionStatus };
}

function unknownRequest(): MockAnswer {
  const description = 'The request ID used to retrieve the status of a request is not valid.';
  return googleError({
    status: 400,
    code: 'INVALID_ARGUMENT',
    message: 'There was a problem with the request.',
    reason: 'INVALID_ARGUMENT',
    violations: [{ field: 'request_id', description, reason: 'INVALID_REQUEST_ID' }],
  });
}

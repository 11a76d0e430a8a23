import { parseJson } from '../formats.ts';
import type { GoogleAccount } from '../mock-accounts.ts';
import type { Effect, MockAnswer, MockRequest } from '../mock-request.ts';
import type { Conversions } from '../open-conversions.ts';
import { checkIngest } from './check-ingest.ts';
import { checkMessage } from './check-message.ts';
import { fieldError, googleError } from './google-answer.ts';
import type { Destination, IngestRequest, SentEvent } from './ingest-request.ts';
import type { Requests } from './open-requests.ts';
import { takeEvent } from './take-event.ts';

type Ingest = {
  readonly account: GoogleAccount;
  readonly conversions: Conversions;
  readonly requests: Requests;
  readonly now: () => number;
};

/**
 * `POST /v1/events:ingest`. One wrong field and nothing is taken; what is taken is decided at once, and told only later, when
 * the status of the request is asked for.
 */
export function ingestEvents(request: MockRequest, effect: Effect, { account, ...held }: Ingest): MockAnswer {
  const body = parseJson(request.body);
  const unfit = checkMessage('IngestEventsRequest', body);
  if (unfit.length > 0) return fieldError(unfit);
  const ingest = withoutNulls(body) as IngestRequest;
  const { destinations, events, consent, validateOnly } = ingest;
  if (!destinations.every((destination) => isReachable(destination, account))) return permissionDenied();
  const wrong = checkIngest(ingest, account, held.now());
  if (wrong.length > 0) return fieldError(wrong);
  if (validateOnly === true) return { status: 200, body: { requestId: held.requests.validated() } };
  const outcomes = destinations.map((destination) => {
    const own = events.filter((event) => isFor(event, destination));
    const arrivals = own.map((event) => ({
      event: { consent, ...event },
      destination,
      receivedAt: held.now(),
    }));
    const failures = arrivals.flatMap((arrival) => takeEvent(arrival, effect, held.conversions) ?? []);
    return { destination, records: own.length, failures };
  });
  const requestId = held.requests.take({
    outcomes,
    isStuck: effect.verdict === 'PROCESSING',
    failedWord: effect.failedWord ?? 'FAILED',
  });
  return { status: 200, body: { requestId } };
}

/** An event that names no destination is for all. */
function isFor({ destinationReferences = [] }: SentEvent, { reference = '' }: Destination): boolean {
  return destinationReferences.length === 0 || destinationReferences.includes(reference);
}

/** A field that is null is one that is not there (protobuf.dev/programming-guides/json). */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

function isReachable({ operatingAccount, loginAccount }: Destination, account: GoogleAccount): boolean {
  const login = loginAccount?.accountId ?? account.account;
  const isAccount =
    operatingAccount.accountId === account.account || !/^\d+$/.test(operatingAccount.accountId);
  return isAccount && [account.account, account.loginAccount].includes(login);
}

function permissionDenied(): MockAnswer {
  return googleError({
    status: 403,
    code: 'PERMISSION_DENIED',
    message: 'The caller does not have permission',
    reason: 'PERMISSION_DENIED',
  });
}

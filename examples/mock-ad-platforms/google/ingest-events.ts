import { parseJson } from '../formats.ts';
import type { GoogleAccount } from '../mock-accounts.ts';
import type { Effect, MockAnswer, MockRequest } from '../mock-request.ts';
import type { Conversions, HeldConversion } from '../open-conversions.ts';
import { checkIngest } from './check-ingest.ts';
import { checkMessage } from './check-message.ts';
import { clickIdsOf } from './click-ids-of.ts';
import { fieldError, googleError } from './google-answer.ts';
import type { Destination, IngestRequest, SentEvent } from './ingest-request.ts';
import type { Requests } from './open-requests.ts';

/** How old a conversion may be: the longest window of a click. */
const MOST_DAYS = 90;
const DAY_MS = 86_400_000;

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
  const strangers = ingest.destinations.filter((destination) => !isReachable(destination, account));
  if (strangers.length > 0) return permissionDenied();
  const wrong = checkIngest(ingest, account, held.now());
  if (wrong.length > 0) return fieldError(wrong);
  if (ingest.validateOnly === true) return { status: 200, body: { requestId: held.requests.validated() } };
  const [destination] = ingest.destinations as [Destination];
  const failures = ingest.events.flatMap((event) => take(event, destination, ingest, effect, held));
  const requestId = held.requests.take({
    destination,
    records: ingest.events.length,
    failures,
    isStuck: effect.verdict === 'PROCESSING',
    failedWord: effect.failedWord ?? 'FAILED',
  });
  return { status: 200, body: { requestId } };
}

/** Why an event does not count, in the words of `ProcessingErrorReason`. None for one that counts. */
function take(
  event: SentEvent,
  destination: Destination,
  ingest: IngestRequest,
  effect: Effect,
  { conversions, now }: Omit<Ingest, 'account'>,
): string[] {
  const keys = keysOf(event, destination);
  const conversion = heldOf(event, destination, keys[0] ?? null, now());
  const reason = effect.verdict ?? reasonOf(event, ingest, conversion);
  const [repeat] = keys.filter((key) => conversions.find([key]) !== null);
  if (reason !== null && reason !== 'PROCESSING') {
    conversions.setAside(reason, conversion);
    return [reason];
  }
  if (repeat !== undefined) {
    const duplicate = `PROCESSING_ERROR_REASON_DUPLICATE_${repeat.startsWith('order ') ? 'TRANSACTION_ID' : 'GCLID'}`;
    conversions.setAside(duplicate, conversion);
    return [duplicate];
  }
  conversions.count(conversion, keys);
  return [];
}

/** An order is known by its id and conversion action, a click by its id, the time of the conversion and the action. */
function keysOf(event: SentEvent, { productDestinationId }: Destination): string[] {
  const { transactionId = '', eventTimestamp } = event;
  const order = transactionId === '' ? [] : [`order ${productDestinationId} ${transactionId}`];
  const clicks = Object.values(clickIdsOf(event)).map(
    (id) => `click ${productDestinationId} ${id} ${Date.parse(eventTimestamp)}`,
  );
  return [...order, ...clicks];
}

function reasonOf(event: SentEvent, ingest: IngestRequest, conversion: HeldConversion): string | null {
  const consent = event.consent ?? ingest.consent;
  if (consent?.adUserData === 'CONSENT_DENIED') return 'PROCESSING_ERROR_REASON_DENIED_CONSENT';
  if (conversion.receivedAt - conversion.at > MOST_DAYS * DAY_MS)
    return 'PROCESSING_ERROR_REASON_EVENT_TOO_OLD';
  const [unreadable] = Object.entries(conversion.clickIds).filter(([, id]) => !/^[\w-]+$/.test(id));
  return unreadable === undefined ? null : `PROCESSING_ERROR_REASON_INVALID_${unreadable[0].toUpperCase()}`;
}

function heldOf(
  event: SentEvent,
  destination: Destination,
  key: string | null,
  receivedAt: number,
): HeldConversion {
  const identifiers = event.userData?.userIdentifiers ?? [];
  const hashes = {
    emailAddress: identifiers.flatMap(({ emailAddress }) => emailAddress ?? []),
    phoneNumber: identifiers.flatMap(({ phoneNumber }) => phoneNumber ?? []),
  };
  return {
    account: destination.operatingAccount.accountId,
    action: destination.productDestinationId,
    key,
    orderId: event.transactionId ?? null,
    clickIds: clickIdsOf(event),
    value: event.conversionValue ?? null,
    currency: event.currency ?? null,
    at: Date.parse(event.eventTimestamp),
    hashes: Object.fromEntries(Object.entries(hashes).filter(([, list]) => list.length > 0)),
    receivedAt,
    sent: event,
  };
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

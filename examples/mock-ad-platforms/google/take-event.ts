import { DAY_MS } from '../formats.ts';
import type { Effect } from '../mock-request.ts';
import type { Conversions, HeldConversion } from '../open-conversions.ts';
import { clickIdsOf } from './click-ids-of.ts';
import type { Destination, SentEvent } from './ingest-request.ts';

/** How old a conversion may be: the longest window of a click. */
const MOST_DAYS = 90;

type Arrival = {
  readonly event: SentEvent;
  readonly destination: Destination;
  readonly receivedAt: number;
};

/** Takes an event. Why it does not count, in the words of `ProcessingErrorReason`; null for one that does. */
export function takeEvent(arrival: Arrival, effect: Effect, conversions: Conversions): string | null {
  const keys = keysOf(arrival);
  const conversion = heldOf(arrival, keys[0] ?? null);
  const scripted = effect.verdict === 'PROCESSING' ? undefined : effect.verdict;
  const reason = scripted ?? reasonOf(arrival.event, conversion) ?? repeatIn(conversions, keys);
  if (reason === null) conversions.count(conversion, keys);
  else conversions.setAside(reason, conversion);
  return reason;
}

/** An order is known by its id and conversion action, a click by its id, the time of the conversion and the action. */
function keysOf({ event, destination: { productDestinationId } }: Arrival): string[] {
  const { transactionId = '', eventTimestamp } = event;
  const order = transactionId === '' ? [] : [`order ${productDestinationId} ${transactionId}`];
  const clicks = Object.values(clickIdsOf(event)).map(
    (id) => `click ${productDestinationId} ${id} ${Date.parse(eventTimestamp)}`,
  );
  return [...order, ...clicks];
}

function repeatIn(conversions: Conversions, keys: readonly string[]): string | null {
  const known = keys.find((key) => conversions.find([key]) !== null);
  if (known === undefined) return null;
  return `PROCESSING_ERROR_REASON_DUPLICATE_${known.startsWith('order ') ? 'TRANSACTION_ID' : 'GCLID'}`;
}

function reasonOf({ consent }: SentEvent, conversion: HeldConversion): string | null {
  if (consent?.adUserData === 'CONSENT_DENIED') return 'PROCESSING_ERROR_REASON_DENIED_CONSENT';
  if (conversion.receivedAt - conversion.at > MOST_DAYS * DAY_MS)
    return 'PROCESSING_ERROR_REASON_EVENT_TOO_OLD';
  const unreadable = Object.entries(conversion.clickIds).find(([, id]) => !/^[\w-]+$/.test(id));
  return unreadable === undefined ? null : `PROCESSING_ERROR_REASON_INVALID_${unreadable[0].toUpperCase()}`;
}

function heldOf({ event, destination, receivedAt }: Arrival, key: string | null): HeldConversion {
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

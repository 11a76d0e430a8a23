import { isCurrency } from '../formats.ts';
import type { GoogleAccount } from '../mock-accounts.ts';
import { inSnakeCase } from './check-message.ts';
import { clickIdsOf } from './click-ids-of.ts';
import type { FieldViolation } from './google-answer.ts';
import type { Destination, IngestRequest, SentEvent, UserData } from './ingest-request.ts';

/** Lower case alone, as the formatters of Google's own libraries write it. */
const ENCODINGS: Readonly<Record<string, RegExp>> = {
  HEX: /^(?:[0-9a-f]{2})+$/,
  BASE64: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
};
const SHA256_BYTES = 32;

/** What of a request that fits its message is not allowed all the same: `ErrorReason` of the Data Manager API. */
export function checkIngest(request: IngestRequest, account: GoogleAccount, now: number): FieldViolation[] {
  return [
    ...most(request.destinations, 10, 'destinations', 'TOO_MANY_DESTINATIONS'),
    ...most(request.events, 2000, 'events', 'TOO_MANY_EVENTS'),
    ...request.destinations.flatMap((destination, index) =>
      destinationViolations(destination, `destinations[${index}]`, account),
    ),
    ...request.events.flatMap((event, index) => eventViolations(event, `events[${index}]`, request, now)),
  ];
}

function destinationViolations(
  { operatingAccount, productDestinationId }: Destination,
  path: string,
  account: GoogleAccount,
): FieldViolation[] {
  if (operatingAccount.accountType !== 'GOOGLE_ADS')
    return [
      wrong(`${path}.operatingAccount.accountType`, 'INVALID_DESTINATION', 'This Destination is not valid.'),
    ];
  if (!/^\d+$/.test(operatingAccount.accountId))
    return [
      wrong(`${path}.operatingAccount.accountId`, 'INVALID_DESTINATION', 'This Destination is not valid.'),
    ];
  if (!(productDestinationId in account.actions))
    return [
      wrong(
        `${path}.productDestinationId`,
        'INVALID_CONVERSION_ACTION_ID',
        'Conversion action ID is not valid.',
      ),
    ];
  return [];
}

function eventViolations(
  event: SentEvent,
  path: string,
  request: IngestRequest,
  now: number,
): FieldViolation[] {
  const { currency, eventSource = 'EVENT_SOURCE_UNSPECIFIED', userData } = event;
  const found: FieldViolation[] = [];
  // Said by the release note of v1.2, though the message calls the field optional.
  if (eventSource === 'EVENT_SOURCE_UNSPECIFIED')
    found.push(wrong(`${path}.eventSource`, 'REQUIRED_FIELD_MISSING', 'Required field is missing.'));
  if (Date.parse(event.eventTimestamp) > now)
    found.push(
      wrong(
        `${path}.eventTimestamp`,
        'EVENT_TIME_INVALID',
        'Event did not occur within the acceptable time window.',
      ),
    );
  if (currency !== undefined && !isCurrency(currency))
    found.push(wrong(`${path}.currency`, 'INVALID_CURRENCY_CODE', 'The currency code is not supported.'));
  const clicks = clickIdsOf(event);
  if (clicks.gbraid !== undefined && clicks.wbraid !== undefined)
    found.push(wrong(`${path}.adIdentifiers`, 'INVALID_EVENT', 'Only one of gbraid and wbraid can be set.'));
  if (Object.keys(clicks).length === 0 && userData === undefined)
    found.push(
      wrong(path, 'NO_IDENTIFIERS_PROVIDED', 'Events data contains no user identifiers or ad identifiers.'),
    );
  if (userData !== undefined) found.push(...userDataViolations(userData, `${path}.userData`, request));
  return found;
}

function userDataViolations(
  { userIdentifiers }: UserData,
  path: string,
  { encoding = 'ENCODING_UNSPECIFIED' }: IngestRequest,
): FieldViolation[] {
  if (encoding === 'ENCODING_UNSPECIFIED')
    return [wrong('encoding', 'REQUIRED_FIELD_MISSING', 'Required field is missing.')];
  const list = `${path}.userIdentifiers`;
  return [
    ...most(userIdentifiers, 10, list, 'TOO_MANY_USER_IDENTIFIERS'),
    ...userIdentifiers.flatMap(({ emailAddress, phoneNumber, address }, index) => [
      ...hashViolations(emailAddress, `${list}[${index}].emailAddress`, encoding),
      ...hashViolations(phoneNumber, `${list}[${index}].phoneNumber`, encoding),
      ...hashViolations(address?.givenName, `${list}[${index}].address.givenName`, encoding),
      ...hashViolations(address?.familyName, `${list}[${index}].address.familyName`, encoding),
      ...(emailAddress === undefined && phoneNumber === undefined && address === undefined
        ? [wrong(`${list}[${index}]`, 'REQUIRED_FIELD_MISSING', 'Required field is missing.')]
        : []),
    ]),
  ];
}

function hashViolations(hash: string | undefined, path: string, encoding: string): FieldViolation[] {
  if (hash === undefined) return [];
  if (!(ENCODINGS[encoding] ?? ENCODINGS.HEX)?.test(hash))
    return [wrong(path, `INVALID_${encoding}_ENCODING`, `The ${encoding} encoded value is malformed.`)];
  return Buffer.from(hash, encoding === 'HEX' ? 'hex' : 'base64').length === SHA256_BYTES
    ? []
    : [wrong(path, 'INVALID_SHA256_FORMAT', 'The SHA256 encoded value is malformed.')];
}

function most(list: readonly unknown[], limit: number, path: string, reason: string): FieldViolation[] {
  return list.length <= limit ? [] : [wrong(path, reason, `At most ${limit} are allowed.`)];
}

const wrong = (path: string, reason: string, description: string): FieldViolation => ({
  field: inSnakeCase(path),
  description,
  reason,
});

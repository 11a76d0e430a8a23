import type { UserDataField } from '@cvq/contract';
import type { Built, EarlierAttempts, PlatformConsent, PlatformConversion, Target } from '../adapter.ts';
import { clickKeyOf } from '../click-key.ts';
import { exactAmount } from '../exact-amount.ts';

/** What Google matches user data by, with the name of the identifier. One object has one of them. */
const IDENTIFIERS = { email: 'emailAddress', phone: 'phoneNumber' } as const satisfies Partial<
  Record<UserDataField, string>
>;

/**
 * A request of the Data Manager API with one event. Google knows a repeat by the transaction id, and takes two events of
 * one click at one time for one as well. `leftOut` names the identifiers as the request does. Items are not
 * sent: Google knows them by a Merchant Center, which an integration does not name.
 * @see https://developers.google.com/data-manager/api/reference/rest/v1/events/ingest
 */
export function buildGoogle(
  conversion: PlatformConversion,
  target: Target,
  { key, leftOut = [], secondsLater = 0 }: EarlierAttempts = {},
): Built {
  const transactionId = key ?? conversion.orderId ?? conversion.eventId;
  const click = conversion.click && !leftOut.includes(conversion.click.name) ? conversion.click : null;
  const hashedFields = (Object.keys(IDENTIFIERS) as (keyof typeof IDENTIFIERS)[]).filter(
    (field) => (conversion.hashes[field]?.length ?? 0) > 0 && !leftOut.includes(IDENTIFIERS[field]),
  );
  const userIdentifiers = hashedFields.flatMap((field) =>
    (conversion.hashes[field] ?? []).map((hash) => ({ [IDENTIFIERS[field]]: hash })),
  );
  const { value, currency } = conversion;
  const toldAt = conversion.at + secondsLater * 1_000;
  const event = {
    transactionId,
    eventTimestamp: new Date(toldAt).toISOString(),
    eventSource: 'WEB',
    ...(click && { adIdentifiers: { [click.name]: click.value } }),
    ...(value !== null && { conversionValue: exactAmount(value) }),
    ...(value !== null && currency !== null && { currency }),
    ...(userIdentifiers.length > 0 && { userData: { userIdentifiers } }),
    ...consentOf(conversion.consent),
  };
  return {
    body: {
      destinations: [destinationOf(target)],
      ...(userIdentifiers.length > 0 && { encoding: 'HEX' }),
      events: [event],
    },
    key: transactionId,
    sharedKey: click && clickKeyOf(click.value, toldAt),
    toldAt,
    identifiers: [...(click ? [click.name] : []), ...hashedFields.map((field) => IDENTIFIERS[field])],
    hashedFields,
  };
}

/** Where events go to: an account of Google Ads, reached through another one where that is named. */
export function destinationOf({ account, loginAccount, action }: Target) {
  return {
    operatingAccount: { accountType: 'GOOGLE_ADS', accountId: account },
    ...(loginAccount !== null && { loginAccount: { accountType: 'GOOGLE_ADS', accountId: loginAccount } }),
    productDestinationId: action,
  };
}

/** What nobody has said is not told: Google has rules of its own for it. */
function consentOf({ adUserData, adPersonalization }: PlatformConversion['consent']) {
  const consent = {
    ...(adUserData !== 'unspecified' && { adUserData: wordOf(adUserData) }),
    ...(adPersonalization !== 'unspecified' && { adPersonalization: wordOf(adPersonalization) }),
  };
  return Object.keys(consent).length > 0 && { consent };
}

function wordOf(consent: Exclude<PlatformConsent, 'unspecified'>): string {
  return consent === 'granted' ? 'CONSENT_GRANTED' : 'CONSENT_DENIED';
}

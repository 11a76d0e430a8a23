import type { UserDataField } from '@cvq/contract';
import type { Built, EarlierAttempts, PlatformConversion, Target } from '../adapter.ts';
import { clickKeyAfter, clickKeyOf, readClickKey } from '../click-key.ts';
import { exactAmount } from '../exact-amount.ts';

const HASHES = { email: 'HashedEmailAddress', phone: 'HashedPhoneNumber' } as const satisfies Partial<
  Record<UserDataField, string>
>;

/**
 * A request that applies one offline conversion. `leftOut` names fields of it. With a click, the click and the second are
 * what Microsoft knows the conversion by; the id of an event is told nowhere.
 * @see https://learn.microsoft.com/en-us/advertising/campaign-management-service/offlineconversion
 */
export function buildMicrosoft(
  conversion: PlatformConversion,
  { action }: Pick<Target, 'action'>,
  { key: earlier, leftOut = [], secondsLater = 0 }: EarlierAttempts = {},
): Built {
  const { click, value, currency } = conversion;
  const first = earlier ?? (click === null ? conversion.eventId : clickKeyOf(click.value, conversion.at));
  const key = clickKeyAfter(first, secondsLater);
  const keyed = readClickKey(key);
  const fields = (Object.keys(HASHES) as (keyof typeof HASHES)[]).filter(
    (field) => conversion.hashes[field]?.[0] !== undefined && !leftOut.includes(HASHES[field]),
  );
  const identifiers = {
    ...(keyed !== null && !leftOut.includes('MicrosoftClickId') && { MicrosoftClickId: keyed.click }),
    ...Object.fromEntries(fields.map((field) => [HASHES[field], conversion.hashes[field]?.[0]])),
  };
  return {
    body: {
      OfflineConversions: [
        {
          ...identifiers,
          ConversionName: action,
          ConversionTime: toSecond(keyed?.at ?? conversion.at),
          ...(value !== null && { ConversionValue: exactAmount(value) }),
          ...(value !== null && currency !== null && { ConversionCurrencyCode: currency }),
        },
      ],
    },
    key,
    sharedKey: keyed && key,
    toldAt: keyed?.at ?? conversion.at,
    identifiers: Object.keys(identifiers),
    hashedFields: fields,
  };
}

/** In UTC, without parts of a second: those would tell two conversions apart that Microsoft takes for one. */
function toSecond(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

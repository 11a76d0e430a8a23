import { DAY_MS, isCurrency, isSha256 } from '../formats.ts';
import type { OfflineConversion } from './conversion-schema.ts';
import type { MicrosoftCode } from './microsoft-answer.ts';
import { CODES } from './microsoft-codes.ts';

/** How old a conversion may be. */
const MOST_DAYS = 90;
const MOST_CHARACTERS = 100;

/** 32 hexadecimal digits, as in the address of a click; with dashes too. */
const CLICK_ID = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** `field` is null where the code says it. */
export type WrongField = { readonly code: MicrosoftCode; readonly field: keyof OfflineConversion | null };

/** The first thing that is wrong with a conversion; null where nothing is. */
export function checkConversion(conversion: OfflineConversion, now: number): WrongField | null {
  return wrongMatch(conversion) ?? wrongTime(conversion, now) ?? wrongRest(conversion);
}

/** A conversion is matched by its click, else by a hash. */
function wrongMatch(conversion: OfflineConversion): WrongField | null {
  const { MicrosoftClickId: click, HashedEmailAddress: email, HashedPhoneNumber: phone } = conversion;
  const wrong = (code: MicrosoftCode): WrongField => ({ code, field: 'MicrosoftClickId' });
  if (isNone(click) && isNone(email) && isNone(phone)) return wrong(CODES.clickIdMissing);
  if (!isNone(click) && !CLICK_ID.test(click ?? '')) return wrong(CODES.clickIdInvalid);
  if (!isNone(email) && !isSha256(email ?? ''))
    return { code: CODES.emailNotHashed, field: 'HashedEmailAddress' };
  return !isNone(phone) && !isSha256(phone ?? '')
    ? { code: CODES.phoneNotHashed, field: 'HashedPhoneNumber' }
    : null;
}

function wrongTime({ ConversionTime: time }: OfflineConversion, now: number): WrongField | null {
  const wrong = (code: MicrosoftCode): WrongField => ({ code, field: 'ConversionTime' });
  if (time === undefined || time === null) return wrong(CODES.timeMissing);
  const at = Date.parse(time);
  if (at > now) return wrong(CODES.inTheFuture);
  return at < now - MOST_DAYS * DAY_MS ? wrong(CODES.timeOutOfWindow) : null;
}

function wrongRest(conversion: OfflineConversion): WrongField | null {
  const { ConversionName: name, ConversionValue: value, ConversionCurrencyCode: currency } = conversion;
  if (isNone(name)) return { code: CODES.nameMissing, field: 'ConversionName' };
  if ((name ?? '').length > MOST_CHARACTERS) return { code: CODES.nameInvalid, field: 'ConversionName' };
  if (typeof value === 'number' && value < 0) return { code: CODES.valueInvalid, field: 'ConversionValue' };
  if (isNone(currency) || isCurrency(currency ?? '')) return null;
  return { code: CODES.currencyInvalid, field: 'ConversionCurrencyCode' };
}

const isNone = (text: string | null | undefined): boolean => (text ?? '') === '';

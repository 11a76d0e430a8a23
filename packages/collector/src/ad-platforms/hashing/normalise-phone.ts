import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Given } from './normalised.ts';

/**
 * A phone number in E.164, by the numbering plans of the countries: which drop the zero of `+44 (0)20 …`, and which keep
 * it. A national number needs its country, as ISO 3166-1 code; no platform could match a guess. A number of a possible
 * length is one, so that ranges newer than the plans are none the less.
 * @see https://github.com/google/libphonenumber/blob/master/FAQ.md
 */
export function normalisePhone(text: string, country: string): Given {
  // By this prefix most of the world dials out, but no plan knows it without saying from where.
  const dialled = text.replace(/^00/, '+');
  const phone = parsePhoneNumberFromString(dialled, {
    ...(isSupportedCountry(country) && { defaultCountry: country }),
    // A sentence with a number in it is none.
    extract: false,
  });
  const isNational = !dialled.startsWith('+') && /\p{Nd}/u.test(dialled);
  if (phone === undefined)
    return { omitted: isNational && !isSupportedCountry(country) ? 'no_country_code' : 'not_a_phone_number' };
  if (phone.ext !== undefined) return { omitted: 'phone_extension' };
  return phone.isPossible() ? { text: phone.number } : { omitted: 'not_a_phone_number' };
}

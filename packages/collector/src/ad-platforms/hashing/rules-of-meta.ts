import { COUNTRIES } from './countries.ts';
import { countryCode } from './country-code.ts';
import { normaliseEmail } from './normalise-email.ts';
import { asIs, type Normalised, omit, type Rules } from './normalised.ts';
import { STATE_CODES } from './state-codes.ts';

/**
 * Meta's customer information parameters. Where its documentation and its library spell a value differently, both
 * spellings are hashed: Meta accepts lists.
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/customer-information-parameters
 */
export const RULES_OF_META: Rules = {
  email: (text) => normaliseEmail(text),
  phone: (number) => asIs(number.slice(1)),
  first_name: (text) => asIs(lettersAndDigits(text)),
  last_name: (text) => asIs(lettersAndDigits(text)),
  city: (text) => asIs(lettersAndDigits(text), withoutAccented(lettersAndDigits(text))),
  state: (text, { country }) => normaliseState(lettersAndDigits(text), countryCode(country)),
  postal_code: (text, { country }) => normalisePostalCode(text, countryCode(country)),
  country: (text) => {
    const code = countryCode(text);
    return COUNTRIES.has(code) ? asIs(code.toLowerCase()) : omit('not_a_country_code');
  },
};

/** Lower case without spaces, punctuation, symbols and invisible characters; every script is kept. */
function lettersAndDigits(text: string): string {
  return text
    .replace(/[\p{Z}\p{P}\p{S}\p{C}]/gu, '')
    .toLowerCase()
    .normalize('NFC');
}

/** Meta's library drops letters with accents from city names, where its documentation keeps them. */
function withoutAccented(city: string): string {
  return /^[\p{Script=Latin}\d]+$/u.test(city) ? city.replace(/[^a-z\d]/g, '') : '';
}

function normaliseState(state: string, country: string): Normalised {
  const codes = STATE_CODES.filter((list) => country === '' || country === list.country);
  return asIs(codes.map(({ codeOf }) => codeOf.get(state)).find((code) => code !== undefined) ?? state);
}

/** US codes have five digits for Meta. Elsewhere its documentation drops a dash, its library all that follows one. */
function normalisePostalCode(text: string, country: string): Normalised {
  // In this order: what is one letter in capitals can be a letter and a mark in small ones.
  const code = text.toLowerCase().replace(/[^\p{L}\p{N}-]/gu, '');
  const plain = code.replaceAll('-', '');
  const isUs = (country === 'US' || country === '') && /^\d{5}(?:\d{4})?$/.test(plain);
  if (isUs) return asIs(plain.slice(0, 5));
  const [beforeDash = ''] = code.split('-');
  return asIs(plain, beforeDash);
}

import type { UserData, UserDataField } from '@cvq/contract';

/** Why a value is left out: the platform would refuse it, or match it with nobody. */
export type OmissionReason =
  | 'already_hashed'
  | 'nothing_left'
  | 'not_an_email'
  | 'not_a_country_code'
  | 'not_a_phone_number'
  /** A national number, and the user's country is not known. */
  | 'no_country_code'
  /** The platforms know people by numbers, not by desks. */
  | 'phone_extension';

/** What all platforms start from. */
export type Given = { readonly text: string } | { readonly omitted: OmissionReason };

export type Normalised =
  /** What is hashed; several where a platform accepts several spellings of one value. */
  { readonly values: readonly string[] } | { readonly omitted: OmissionReason };

/** How one platform spells each field that it accepts. Input is a trimmed text in NFC; of a phone, the number in E.164. */
export type Rules = Partial<Record<UserDataField, (text: string, userData: UserData) => Normalised>>;

/** A value that a platform does not get, and why. */
export function omit(omitted: OmissionReason): Normalised {
  return { omitted };
}

/** The different values that are not empty; where there is none, nothing is left to hash. */
export function asIs(...values: string[]): Normalised {
  const distinct = [...new Set(values)].filter((value) => value !== '');
  return distinct.length === 0 ? omit('nothing_left') : { values: distinct };
}

import { z } from 'zod';
import { MAX_TEXT_LENGTH } from './constants.ts';

const text = z.string().max(MAX_TEXT_LENGTH).nullish();

/** Enhanced Conversions data, as a caller sends it. It is hashed on arrival; the clear text is never stored. */
export const UserData = z.object({
  email: text,
  phone: text,
  first_name: text,
  last_name: text,
  city: text,
  state: text,
  postal_code: text,
  country: text,
});
export type UserData = z.infer<typeof UserData>;

/** A field of user data, of which platforms are told a hash. */
export type UserDataField = keyof UserData;

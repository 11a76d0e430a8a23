import { hash } from 'node:crypto';
import type { AdPlatform, NETWORK_OF_PLATFORM, UserData, UserDataField } from '@cvq/contract';
import type { PlatformConversion } from './adapter.ts';
import { countryCode } from './country-code.ts';
import { normalisePhone } from './normalise-phone.ts';
import { type Normalised, type OmissionReason, omit, type Rules } from './normalised.ts';
import { RULES_OF_GOOGLE } from './rules-of-google.ts';
import { RULES_OF_META } from './rules-of-meta.ts';
import { RULES_OF_MICROSOFT } from './rules-of-microsoft.ts';

/** Hashes are kept by the network of each platform that conversions go to. */
export type Network = (typeof NETWORK_OF_PLATFORM)[AdPlatform];

const RULES: Readonly<Record<Network, Rules>> = {
  google: RULES_OF_GOOGLE,
  microsoft: RULES_OF_MICROSOFT,
  meta: RULES_OF_META,
};

type HashedFields = PlatformConversion['hashes'];

type Omission = {
  readonly platform: Network;
  readonly field: UserDataField;
  readonly reason: OmissionReason;
};

/** What may be kept of a person's data: nothing of it can be read. */
export type HashedUserData = Readonly<Record<Network, HashedFields>> & {
  readonly omitted: readonly Omission[];
};

/**
 * The identifiers that each ad platform matches people by. Every platform normalises differently, so each has its
 * own hashes; a value that a platform cannot use is left out with the reason, never sent wrong.
 */
export function hashUserData(userData: UserData): HashedUserData {
  const omitted: Omission[] = [];
  // All platforms start from the same number, and to find it takes the longest of all.
  const phone = phoneOf(userData);
  const hashFor = (platform: Network): HashedFields => {
    const hashed: Partial<Record<UserDataField, readonly string[]>> = {};
    for (const [field, rule] of Object.entries(RULES[platform]) as [
      UserDataField,
      NonNullable<Rules[UserDataField]>,
    ][]) {
      const text = (userData[field] ?? '').normalize('NFC').trim();
      if (text === '') continue;
      const normalised = normalise({ field, text, phone }, (given) => rule(given, userData));
      if ('omitted' in normalised) omitted.push({ platform, field, reason: normalised.omitted });
      else hashed[field] = normalised.values.map(sha256);
    }
    return hashed;
  };
  return { google: hashFor('google'), meta: hashFor('meta'), microsoft: hashFor('microsoft'), omitted };
}

type Given = { readonly field: UserDataField; readonly text: string; readonly phone: Normalised | null };

function normalise({ field, text, phone }: Given, rule: (given: string) => Normalised): Normalised {
  if (isHash(text)) return omit('already_hashed');
  if (field !== 'phone' || phone === null) return rule(text);
  return 'omitted' in phone ? phone : rule(phone.values[0] ?? '');
}

function phoneOf({ phone, country }: UserData): Normalised | null {
  const text = (phone ?? '').normalize('NFC').trim();
  return text === '' || isHash(text) ? null : normalisePhone(text, countryCode(country));
}

/** Which rule a ready hash was made by is unknown, and hashed again it would match nobody. */
function isHash(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text);
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

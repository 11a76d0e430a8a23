import { hash } from 'node:crypto';
import type { AdPlatform, NETWORK_OF_PLATFORM, UserData, UserDataField } from '@cvq/contract';
import type { PlatformConversion } from '../adapter.ts';
import { countryCode } from './country-code.ts';
import { normalisePhone } from './normalise-phone.ts';
import type { Given, OmissionReason, Rules } from './normalised.ts';
import { RULES_OF_GOOGLE } from './rules-of-google.ts';
import { RULES_OF_META } from './rules-of-meta.ts';
import { RULES_OF_MICROSOFT } from './rules-of-microsoft.ts';

/** Hashes are kept by the network of each platform that conversions go to. */
export type Network = (typeof NETWORK_OF_PLATFORM)[AdPlatform];

/** Meta takes every field. */
const RULES_BY_FIELD: Readonly<Record<Network, readonly RuleOfField[]>> = {
  google: byField(RULES_OF_GOOGLE),
  microsoft: byField(RULES_OF_MICROSOFT),
  meta: byField(RULES_OF_META),
};

type RuleOfField = readonly [UserDataField, NonNullable<Rules[UserDataField]>];

function byField(rules: Rules): readonly RuleOfField[] {
  return Object.entries(rules) as [UserDataField, NonNullable<Rules[UserDataField]>][];
}

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
  const given = givenOf(userData);
  const sha256 = hashOnce();
  const hashFor = (platform: Network): HashedFields => {
    const hashed: Partial<Record<UserDataField, readonly string[]>> = {};
    for (const [field, rule] of RULES_BY_FIELD[platform]) {
      const value = given.get(field);
      if (value === undefined) continue;
      const normalised = 'omitted' in value ? value : rule(value.text, userData);
      if ('omitted' in normalised) omitted.push({ platform, field, reason: normalised.omitted });
      else hashed[field] = normalised.values.map(sha256);
    }
    return hashed;
  };
  return { google: hashFor('google'), meta: hashFor('meta'), microsoft: hashFor('microsoft'), omitted };
}

/** What all platforms start from: trimmed texts in NFC, and the phone as a number, which takes the longest to find. */
function givenOf(userData: UserData): ReadonlyMap<UserDataField, Given> {
  const given = new Map<UserDataField, Given>();
  for (const [field] of RULES_BY_FIELD.meta) {
    const text = (userData[field] ?? '').normalize('NFC').trim();
    if (text === '') continue;
    if (isHash(text)) given.set(field, { omitted: 'already_hashed' });
    else given.set(field, field === 'phone' ? normalisePhone(text, countryCode(userData.country)) : { text });
  }
  return given;
}

/** Which rule a ready hash was made by is unknown, and hashed again it would match nobody. */
function isHash(text: string): boolean {
  return /^[0-9a-f]{64}$/i.test(text);
}

/** SHA-256 in hexadecimal. What two platforms spell the same, as most addresses, is hashed once. */
function hashOnce(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const hashed = hash('sha256', text, 'hex');
    known.set(text, hashed);
    return hashed;
  };
}

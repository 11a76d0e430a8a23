import type { AdPlatform } from '@cvq/contract';
import { Refused } from '../accounts/refused.ts';
import type { AdPlatformAdapter, Credentials } from '../ad-platforms/adapter.ts';

/** What is kept of the credentials of each platform. A key file has more, which nobody needs. */
const FIELDS: Readonly<Record<AdPlatform, readonly string[]>> = {
  google_ads: ['client_email', 'private_key', 'client_id', 'client_secret', 'refresh_token'],
  meta_ads: ['access_token', 'test_event_code'],
  microsoft_ads: ['client_id', 'client_secret', 'developer_token', 'refresh_token'],
};

/** The field that a text without any JSON is, where a platform hands out nothing but that. */
const BARE: Readonly<Partial<Record<AdPlatform, string>>> = { meta_ads: 'access_token' };

/** Objects that files of a platform have around the fields: a client that Google lets one download. */
const AROUND = ['installed', 'web'];

/**
 * The credentials in a text: the key file of a Google service account, a client with its refresh token, an object with
 * fields of the platform, or the bare token of Meta. Nothing of the text is in a refusal.
 * @throws Refused
 */
export function readCredentials(platform: AdPlatform, text: string): Credentials {
  const bare = text.trim();
  const field = BARE[platform];
  // Whether it can be one is told with the same words as for a token in an object.
  if (field !== undefined && /^[^\s{[]\S*$/.test(bare)) return { [field]: bare };
  const given = flat(parseJson(platform, bare));
  const found = FIELDS[platform].flatMap((name) => {
    const value = given[name];
    if (value === undefined || value === null || value === '') return [];
    if (typeof value !== 'string') throw bad(`${name} is not a text.`, 'Put it in quotation marks.');
    return [[name, value.trim()] as const];
  });
  if (found.length > 0) return Object.fromEntries(found);
  throw bad(
    `None of the fields of ${platform} is in it.`,
    `Give a JSON object with ${FIELDS[platform].join(', ')}.`,
  );
}

/**
 * Credentials that the platform can be spoken to with, as far as that can be told without asking it.
 * @throws Refused
 */
export function requireUsable(credentials: Credentials, adapter: Pick<AdPlatformAdapter, 'problemOf'>): void {
  const problem = adapter.problemOf(credentials);
  if (problem === null) return;
  throw bad(
    `Unusable credentials: ${problem.replace(/\.$/, '')}.`,
    'How to get each field is in docs/ad-platforms.md.',
  );
}

function parseJson(platform: AdPlatform, text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>;
  } catch {
    // Refused below: the message of the parser would repeat a part of the text.
  }
  const orToken = BARE[platform] === undefined ? '' : ', or the access token alone';
  throw bad(
    'They are not a JSON object.',
    `Give a JSON object with ${FIELDS[platform].join(', ')}${orToken}.`,
  );
}

function flat(given: Record<string, unknown>): Record<string, unknown> {
  const inner = AROUND.map((name) => given[name]).find(
    (value) => typeof value === 'object' && value !== null,
  );
  return { ...inner, ...given };
}

function bad(problem: string, fix: string): Refused {
  return new Refused('bad_value', { field: 'credentials', problem, fix });
}

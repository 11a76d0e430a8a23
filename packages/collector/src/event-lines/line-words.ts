import type { Client, Touch } from '@cvq/storage';

/** The names of fields on a line, by those of a record. */
type Words<Fields> = Readonly<Record<keyof Fields & string, string>>;

/** What a line says of a client among its context, as it was sent. */
export const SENT_CLIENT_WORDS = {
  userAgent: 'user_agent',
  language: 'language',
  screen: 'screen',
} as const satisfies Partial<Words<Client>>;

/** What was found out about the client. */
export const CLIENT_WORDS = {
  browser: 'browser',
  browserVersion: 'browser_version',
  os: 'os',
  osVersion: 'os_version',
  device: 'device',
  country: 'country',
  region: 'region',
  city: 'city',
} as const satisfies Words<Omit<Client, keyof typeof SENT_CLIENT_WORDS>>;

export const TOUCH_WORDS = {
  channel: 'channel',
  source: 'source',
  medium: 'medium',
  campaign: 'campaign',
  term: 'term',
  content: 'content',
  adPlatform: 'ad_platform',
  referrer: 'referrer',
  campaignId: 'campaign_id',
} as const satisfies Words<Omit<Touch, 'isTouch'>>;

/** Fields of a record under their names on a line. */
export function toWords<Names extends Readonly<Record<string, string>>>(
  names: Names,
  fields: Readonly<Record<keyof Names, unknown>>,
): Record<string, unknown> {
  const words: Record<string, unknown> = {};
  for (const field in names) words[names[field] as string] = fields[field];
  return words;
}

/** The fields of a record that stand under these names on a line. */
export function fromWords<
  Names extends Readonly<Record<string, string>>,
  Line extends Readonly<Record<Names[keyof Names], unknown>>,
>(names: Names, line: Line): { [Field in keyof Names]: Line[Names[Field]] } {
  const fields = {} as { [Field in keyof Names]: Line[Names[Field]] };
  for (const field in names) fields[field] = line[names[field]];
  return fields;
}

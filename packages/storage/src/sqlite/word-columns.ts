import type { Client, Touch } from '../event-record.ts';

/**
 * The columns of `clients` and of `touches` that have the number of a text, by the field that each is. Their order is
 * that of the words in the keys which tell stored ones apart: a new one goes to the end.
 */
export const CLIENT_COLUMNS = {
  userAgent: 'user_agent',
  language: 'language',
  screen: 'screen',
  browser: 'browser',
  browserVersion: 'browser_version',
  os: 'os',
  osVersion: 'os_version',
  device: 'device',
  country: 'country',
  region: 'region',
  city: 'city',
} as const satisfies Readonly<Record<keyof Client, string>>;

export const TOUCH_COLUMNS = {
  channel: 'channel',
  source: 'source',
  medium: 'medium',
  campaign: 'campaign',
  term: 'term',
  content: 'content',
  adPlatform: 'ad_platform',
  referrer: 'referrer',
} as const satisfies Readonly<Record<Exclude<keyof Touch, 'isTouch'>, string>>;

/** A list for SELECT of texts by their numbers: of each column its text, by its field with a prefix. */
export function selectTexts(table: string, columns: Readonly<Record<string, string>>, prefix = ''): string {
  return Object.entries(columns)
    .map(([field, column]) => `${textOf(`${table}.${column}`)} AS ${prefix}${field}`)
    .join(', ');
}

/** SQL of the text that has a number. */
export const textOf = (number: string) => `(SELECT value FROM strings WHERE id = ${number})`;

/** The fields of a thing, of a row that `selectTexts` gave. */
export function readTexts<Field extends string>(
  row: Readonly<Record<string, unknown>>,
  columns: Readonly<Record<Field, string>>,
  prefix = '',
): Record<Field, unknown> {
  const fields = Object.keys(columns).map((field) => [field, row[`${prefix}${field}`]]);
  return Object.fromEntries(fields) as Record<Field, unknown>;
}

import type { Client, Touch } from '../event-record.ts';

/**
 * The columns that have the number of a text, 0 where there is none, by the field of a record that each is. A client has its
 * words in three tables.
 */
export const USER_AGENT_COLUMNS = {
  userAgent: 'header',
  browser: 'browser',
  browserVersion: 'browser_version',
  os: 'os',
  osVersion: 'os_version',
  device: 'device',
} as const;
export const PLACE_COLUMNS = { country: 'country', region: 'region', city: 'city' } as const;
const OTHER_COLUMNS = { language: 'language', screen: 'screen' } as const;

/** The words of a client by the tables that have them. */
export const TABLES_OF_CLIENTS = {
  user_agents: USER_AGENT_COLUMNS,
  places: PLACE_COLUMNS,
  clients: OTHER_COLUMNS,
} as const;

const CLIENT_COLUMNS = {
  ...USER_AGENT_COLUMNS,
  ...PLACE_COLUMNS,
  ...OTHER_COLUMNS,
} satisfies Readonly<Record<keyof Client, string>>;

export const TOUCH_COLUMNS = {
  channel: 'channel',
  source: 'source',
  medium: 'medium',
  campaign: 'campaign',
  term: 'term',
  content: 'content',
  adPlatform: 'ad_platform',
  referrer: 'referrer',
  campaignId: 'campaign_id',
} as const satisfies Readonly<Record<Exclude<keyof Touch, 'isTouch'>, string>>;

/** A list for SELECT of the texts of a client, and the tables that these are found by. */
export const CLIENT_TEXTS = [
  selectTexts('user_agents', USER_AGENT_COLUMNS, 'client_'),
  selectTexts('places', PLACE_COLUMNS, 'client_'),
  selectTexts('clients', OTHER_COLUMNS, 'client_'),
].join(', ');
export const JOIN_CLIENT = `
  LEFT JOIN clients ON clients.id = events.client
  LEFT JOIN user_agents ON user_agents.id = clients.user_agent
  LEFT JOIN places ON places.id = clients.place`;

/** A list for SELECT of what a touch says, of the table `touches`. */
export const TOUCH_TEXTS = `touches.is_touch, ${selectTexts('touches', TOUCH_COLUMNS, 'touch_')}`;

/** The touch of a row that `TOUCH_TEXTS` gave. */
export const readTouch = (row: Readonly<Record<string, unknown>>) =>
  ({ isTouch: row.is_touch === 1, ...readTexts(row, TOUCH_COLUMNS, 'touch_') }) as Touch;

/** The client of a row that `CLIENT_TEXTS` gave. */
export const readClient = (row: Readonly<Record<string, unknown>>) =>
  readTexts(row, CLIENT_COLUMNS, 'client_') as Client;

/** A list for SELECT of texts by their numbers: of each column its text, by its field with a prefix. */
export function selectTexts(
  table: string,
  columns: Readonly<Record<string, string>>,
  prefix: string,
): string {
  return Object.entries(columns)
    .map(([field, column]) => `${textOf(`${table}.${column}`)} AS ${prefix}${field}`)
    .join(', ');
}

/** SQL of the text that has a number. */
export function textOf(number: string): string {
  return `(SELECT value FROM strings WHERE id = ${number})`;
}

/** The fields of a thing, of a row that `selectTexts` gave. */
function readTexts<Field extends string>(
  row: Readonly<Record<string, unknown>>,
  columns: Readonly<Record<Field, string>>,
  prefix = '',
): Record<Field, unknown> {
  const fields = Object.keys(columns).map((field) => [field, row[`${prefix}${field}`]]);
  return Object.fromEntries(fields) as Record<Field, unknown>;
}

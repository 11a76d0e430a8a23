import type { EventFacts, EventRecord } from '../event-record.ts';
import type { SlotPlace } from './days/column-set.ts';
import {
  type BotCode,
  type ConversionCode,
  consentCode,
  consentOf,
  exclusionCode,
  exclusionOf,
  originCode,
  originOf,
} from './row-codes.ts';

export type SqlValue = string | number | null;

/** What the row of a new event is made of: the event, and the numbers of its words in the dictionaries. */
export type NewEvent = {
  readonly event: EventRecord;
  readonly project: number;
  readonly type: number;
  readonly session: number | null;
  readonly stitched: number;
  readonly visitor: number | null;
  readonly user: number | null;
  readonly page: number | null;
  readonly client: number;
  readonly touch: number | null;
  readonly clickIds: string | null;
  readonly conversion: ConversionCode;
  readonly bot: BotCode;
  readonly botClassification: number | null;
  /** The number of a text. */
  readonly text: (value: string | null) => number | null;
};

/** Columns that come together: a part in which an event has nothing is left out of its INSERT. */
export const OPTIONAL_PARTS = ['landing', 'view', 'context', 'sale', 'aside'] as const;
type Part = 'always' | (typeof OPTIONAL_PARTS)[number];

/** The field of a record, or of its facts, that a column holds by itself, and how it is read. */
type Reading = ({ readonly field: keyof EventRecord } | { readonly fact: keyof EventFacts }) & {
  /** `text`: the column has the number of one. `json`: an object, or null for an empty one. */
  readonly as?: 'text' | 'json';
  readonly from?: (value: never) => unknown;
};

export type EventColumn = {
  readonly part: Part;
  readonly write: (given: NewEvent) => SqlValue;
  /** What the column has where its part was left out: null, unless told otherwise. */
  readonly empty?: 0;
  readonly read?: Reading;
  /** Its column in a stored day, where null is 0. */
  readonly day?: SlotPlace & { readonly name: string };
};
export type EventTable = Readonly<Record<string, EventColumn>>;

/**
 * The columns of `events`: what each is written from, what it is read as, and where it lies in a stored day. A new column
 * is a row here, and a step in `migrations/events.ts`. What more than one column tells is put together in
 * `days/event-columns.ts` and `reports/stored-events.ts`.
 */
export const EVENT_COLUMNS = {
  project: { part: 'always', write: ({ project }) => project },
  ms: { part: 'always', write: ({ event }) => event.id.ms },
  suffix: { part: 'always', write: ({ event }) => event.id.suffix },
  at: { part: 'always', write: ({ event }) => event.at, read: { field: 'at' } },
  received_at: { part: 'always', write: ({ event }) => event.receivedAt, read: { field: 'receivedAt' } },
  origin: {
    part: 'always',
    write: ({ event }) => originCode(event.origin),
    read: { field: 'origin', from: originOf },
  },
  type: {
    part: 'always',
    write: ({ type }) => type,
    read: { field: 'type', as: 'text' },
    day: { name: 'type', slot: 1, as: 'u32' },
  },
  session: { part: 'always', write: ({ session }) => session },
  visitor: { part: 'always', write: ({ visitor }) => visitor },
  user: { part: 'always', write: ({ user }) => user, read: { field: 'userId', as: 'text' } },
  page: { part: 'always', write: ({ page }) => page, day: { name: 'page', slot: 4, as: 'u32' } },
  referrer: {
    part: 'always',
    write: ({ event, text }) => text(event.referrer),
    read: { field: 'referrer', as: 'text' },
  },
  client: { part: 'always', write: ({ client }) => client, day: { name: 'client', slot: 5, as: 'u32' } },
  touch: { part: 'always', write: ({ touch }) => touch, day: { name: 'touch', slot: 6, as: 'u32' } },
  properties: {
    part: 'always',
    write: ({ event }) => jsonOrNull(event.properties),
    read: { field: 'properties', as: 'json' },
  },
  page_suffix: { part: 'landing', write: ({ event }) => event.page?.suffix || null },
  click_ids: {
    part: 'landing',
    write: ({ clickIds }) => clickIds,
    read: { field: 'clickIds', from: (json: string | null) => (json === null ? null : JSON.parse(json)) },
  },
  title: {
    part: 'view',
    write: ({ event, text }) => text(event.title),
    read: { field: 'title', as: 'text' },
  },
  sdk: { part: 'view', write: ({ event, text }) => text(event.facts.sdk), read: { fact: 'sdk', as: 'text' } },
  consent: {
    part: 'view',
    write: ({ event }) => consentCode(event.facts.consent),
    read: { fact: 'consent', from: consentOf },
  },
  gpc: {
    part: 'context',
    write: ({ event }) => (event.facts.gpc ? 1 : null),
    read: { fact: 'gpc', from: (gpc: number | null) => gpc === 1 },
  },
  clicks: {
    part: 'context',
    write: ({ event: { facts } }) => facts.clicks && JSON.stringify(facts.clicks),
    read: { fact: 'clicks', from: (json: string | null) => (json === null ? null : JSON.parse(json)) },
  },
  extras: {
    part: 'context',
    write: ({ event }) => jsonOrNull(event.extras),
    read: { field: 'extras', as: 'json' },
  },
  stitched: { part: 'view', write: ({ stitched }) => stitched, empty: 0 },
  conversion: { part: 'sale', write: ({ conversion }) => conversion, empty: 0 },
  order_id: { part: 'sale', write: ({ event }) => event.conversion?.orderId ?? null },
  amount: {
    part: 'sale',
    write: ({ event }) => event.conversion?.amount?.minor ?? null,
  },
  currency: { part: 'sale', write: ({ event, text }) => text(event.conversion?.amount?.currency ?? null) },
  exclusion: {
    part: 'aside',
    write: ({ event }) => exclusionCode(event.exclusion),
    read: { field: 'exclusion', from: exclusionOf },
  },
  bot: { part: 'aside', write: ({ bot }) => bot, empty: 0 },
  bot_verdict: {
    part: 'aside',
    write: ({ botClassification }) => botClassification,
  },
} as const satisfies EventTable;

export type EventSchema = typeof EVENT_COLUMNS;

/** A row of `events` by the names of its columns. */
export type EventRow = {
  readonly [Name in keyof EventSchema]: ReturnType<EventSchema[Name]['write']>;
};

function jsonOrNull(value: Readonly<Record<string, unknown>>): string | null {
  for (const _ in value) return JSON.stringify(value);
  return null;
}

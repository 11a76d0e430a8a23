import { DAY_MS } from '@cvq/contract/constants';
import { EVENT_COLUMNS, type EventRow, type EventSchema, type EventTable } from '../event-table.ts';
import { BOT_EXCLUSION_CODES, CONVERSION, originCode } from '../row-codes.ts';
import type { ColumnSet, ColumnsOf, PackedColumn, SlotPlace } from './column-set.ts';

/** What `flags` of an event says. */
export const FLAG = {
  /** Left out of every report. */
  never: 1,
  /** Runs no JavaScript: counts only where bots are asked for. */
  bot: 2,
  server: 4,
} as const;

/** The columns of the table that have a place of their own, by the name that they have there. */
type Placed = {
  readonly [Name in keyof EventSchema as EventSchema[Name] extends { day: { name: infer As extends string } }
    ? As
    : never]: EventSchema[Name] extends { day: infer Found extends SlotPlace }
    ? PackedColumn<DayEvent, Found['as']>
    : never;
};
type PlacedNames = {
  [Name in keyof EventSchema]: EventSchema[Name] extends { day: SlotPlace } ? Name : never;
}[keyof EventSchema];

/** Columns of the table that more than one column of a day is made of. */
const SOURCES = [
  ...(['ms', 'suffix', 'at', 'origin', 'exclusion', 'session', 'visitor', 'user', 'bot'] as const),
  ...(['bot_verdict', 'conversion', 'amount', 'currency'] as const),
];

/** What a day keeps of a stored event. */
export type DayEvent = Pick<EventRow, PlacedNames | (typeof SOURCES)[number]>;

const BOTS = new Set(BOT_EXCLUSION_CODES.split(', ').map(Number));

/** What an event is, see `FLAG`; and when, in milliseconds since the start of its day. */
const OWN = {
  time: { slot: 0, as: 'u32', from: ({ at }) => at % DAY_MS },
  flags: { slot: 8, as: 'u8', from: flagsOf },
} as const satisfies ColumnSet<DayEvent>;

/**
 * What follows from an event and its session. `identity`: who did it, a place among the identities of the day, from 1; 0 for
 * nobody. `session`: the started session that it is part of, a place among those of the day, from 1. `botLevel`: the worse
 * of what the event and its session are classified as, as `BOT` says it; `classification`: that of the event, else of its session.
 */
export const DERIVED_SLOTS = {
  identity: { slot: 2, as: 'u32' },
  session: { slot: 3, as: 'u32' },
  botLevel: { slot: 7, as: 'u8' },
  classification: { slot: 9, as: 'u32' },
} as const;

/** The conversions that count, and of which event each is. Amounts are of no meaning without a currency. */
export const SALE_SLOTS = {
  event: { slot: 20, as: 'u32' },
  ms: { slot: 21, as: 'f64' },
  suffix: { slot: 22, as: 'text' },
  amount: { slot: 23, as: 'f64' },
  currency: { slot: 24, as: 'u32' },
} as const;

/** The columns of events that are read from their rows as they are. */
export function rowColumns(table: EventTable): ColumnSet<DayEvent> {
  const columns: Record<string, PackedColumn<DayEvent>> = { ...OWN };
  for (const [source, { day }] of Object.entries(table)) {
    if (day === undefined) continue;
    const { name, slot, as } = day;
    columns[name] = { slot, as, from: (row) => (row[source as keyof DayEvent] ?? 0) as never };
  }
  return columns;
}

const ROW_COLUMNS = rowColumns(EVENT_COLUMNS) as Placed & typeof OWN;

/** Events of a day column by column, by (at, ms, suffix). Every text is the integer of its dictionary, 0 is none. */
export const EVENT_SET = { ...ROW_COLUMNS, ...DERIVED_SLOTS } as Placed & typeof OWN & typeof DERIVED_SLOTS;
export type EventColumns = ColumnsOf<typeof EVENT_SET> & { readonly count: number };
export type SaleColumns = ColumnsOf<typeof SALE_SLOTS> & { readonly count: number };

/**
 * The columns that an open day keeps: those from its row, and what the others are made of. `place` is the session that
 * the row names, a place among those of the day, from 1.
 */
export const OPEN_EVENTS = {
  ...ROW_COLUMNS,
  ms: { slot: -1, as: 'f64', from: ({ ms }) => ms },
  visitor: { slot: -1, as: 'u32', from: ({ visitor }) => visitor ?? 0 },
  user: { slot: -1, as: 'u32', from: ({ user }) => user ?? 0 },
  ownBot: { slot: -1, as: 'u8', from: ({ bot }) => bot },
  ownClassification: { slot: -1, as: 'u32', from: ({ bot_verdict: classification }) => classification ?? 0 },
  isSale: { slot: -1, as: 'u8', from: ({ conversion }) => (conversion === CONVERSION.counted ? 1 : 0) },
  amount: { slot: -1, as: 'u53', from: ({ amount }) => amount ?? 0 },
  /** 0 where there is no amount. */
  currency: { slot: -1, as: 'u32', from: ({ amount, currency }) => (amount === null ? 0 : (currency ?? 0)) },
  place: { slot: -1, as: 'u32', from: () => 0 },
  /** A place among the suffixes of the day. */
  suffixPlace: { slot: -1, as: 'u32', from: () => 0 },
  identity: { ...DERIVED_SLOTS.identity, from: () => 0 },
  session: { ...DERIVED_SLOTS.session, from: () => 0 },
  botLevel: { ...DERIVED_SLOTS.botLevel, from: () => 0 },
  classification: { ...DERIVED_SLOTS.classification, from: () => 0 },
} as const satisfies ColumnSet<DayEvent>;

/** The list for SELECT. `at` and `ms` are named anew: ORDER BY would take one for what is made of the other. */
export const SELECT_EVENT = selectOf(EVENT_COLUMNS);
export const DAY_EVENT_NAMES = namesOf(EVENT_COLUMNS);

/** A list for SELECT of the columns that a day has. */
export function selectOf(table: EventTable): string {
  return namesOf(table)
    .map((name) => `events.${name} AS ${name}`)
    .join(', ');
}

function namesOf(table: EventTable): string[] {
  const isKept = (name: string) => SOURCES.some((source) => source === name);
  return Object.entries(table).flatMap(([name, { day }]) =>
    day !== undefined || isKept(name) ? [name] : [],
  );
}

function flagsOf({ origin, exclusion, conversion }: DayEvent): number {
  const removed = conversion === CONVERSION.removed ? FLAG.never : 0;
  const server = origin === originCode('server') ? FLAG.server : 0;
  return server | flagOfExclusion(exclusion) | removed;
}

function flagOfExclusion(exclusion: number | null): number {
  if (exclusion === null) return 0;
  return BOTS.has(exclusion) ? FLAG.bot : FLAG.never;
}

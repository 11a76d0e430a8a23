import { EVENT_COLUMNS, type EventRow, type EventSchema, type EventTable } from '../event-table.ts';
import { BOT_EXCLUSION_CODES, CONVERSION, originCode } from '../row-codes.ts';
import {
  type ColumnSet,
  type ColumnsOf,
  fromSlots,
  intoSlots,
  type PackedColumn,
  type SlotPlace,
  toColumns,
} from './column-set.ts';
import { packColumns, unpackColumns } from './pack-columns.ts';

export const FLAG = {
  /** Left out of every report. */
  never: 1,
  /** Runs no JavaScript: counts only where bots are asked for. */
  bot: 2,
  server: 4,
  // 32 has had a meaning, and is set in what was stored then.
} as const;

/** What is known of an event's own bot, of two bits, lies between the flags. */
const BOT_SHIFT = 3;
const BOT_MASK = 3;
export const botOf = (flags: number) => (flags >> BOT_SHIFT) & BOT_MASK;

/** Columns that are made of these are put together below. */
const SOURCES = ['origin', 'exclusion', 'session', 'bot', 'conversion', 'amount', 'currency'] as const;

/** The columns of the table that have a place of their own, by the name that they have there. */
type Placed<Key extends 'segment' | 'sale'> = {
  readonly [Name in keyof EventSchema as EventSchema[Name] extends Record<
    Key,
    { name: infer As extends string }
  >
    ? As
    : never]: EventSchema[Name] extends Record<Key, infer Found extends SlotPlace> ? Found : never;
};
type NamesWith<Key extends 'segment' | 'sale'> = {
  [Name in keyof EventSchema]: EventSchema[Name] extends Record<Key, SlotPlace> ? Name : never;
}[keyof EventSchema];

/** What segments are made from, of one event. */
export type SegmentRow = Pick<
  EventRow,
  NamesWith<'segment'> | NamesWith<'sale'> | (typeof SOURCES)[number]
> & {
  /** Null where they were not asked for. */
  readonly properties: string | null;
};
/** A conversion that counts, and the place of its event among those of the segment. */
type SaleRow = { readonly event: number; readonly row: SegmentRow };

const BOTS = new Set(BOT_EXCLUSION_CODES.split(', ').map(Number));

/** Columns of events that more than one column of the table tells. */
const DERIVED = {
  /** None for an excluded event: one that names a session is no part of it. */
  session: {
    slot: 2,
    as: 'u32',
    from: ({ session, exclusion }) => (exclusion === null ? (session ?? 0) : 0),
  },
  /** What an event is, see `FLAG`. */
  flags: { slot: 8, as: 'u8', from: flagsOf },
} as const satisfies ColumnSet<SegmentRow>;

const DERIVED_OF_SALES = {
  event: { slot: 9, as: 'u32', from: ({ event }) => event },
  /** 0 where there is no amount. */
  currency: { slot: 14, as: 'u32', from: ({ row }) => (row.amount === null ? 0 : (row.currency ?? 0)) },
} as const satisfies ColumnSet<SaleRow>;

/**
 * Events of one project column by column, ascending by (at, ms, suffix). Every text is the integer of its
 * dictionary, and 0 stands for none: dictionaries begin at 1.
 */
export type EventColumns = ColumnsOf<Placed<'segment'> & typeof DERIVED> & {
  readonly count: number;
  /** The conversions that count, and of which event each is. Amounts are of no meaning without a currency. */
  readonly sales: ColumnsOf<Placed<'sale'> & typeof DERIVED_OF_SALES>;
};

/** How the events of a table become columns, and those a segment. */
export class EventFormat {
  readonly #events: ColumnSet<SegmentRow>;
  readonly #sales: ColumnSet<SaleRow>;
  readonly #selected: string;

  constructor(table: EventTable) {
    this.#events = { ...placed(table, 'segment', (row: SegmentRow) => row), ...DERIVED };
    this.#sales = { ...placed(table, 'sale', ({ row }: SaleRow) => row), ...DERIVED_OF_SALES };
    this.#selected = Object.entries(table)
      .filter(([name, { segment, sale }]) => segment || sale || SOURCES.some((source) => source === name))
      .map(([name]) => name)
      .filter((name) => name !== 'at')
      // Named anew: ORDER BY would take `ms` for the `at` that is made of it.
      .map((name) => `${name} AS ${name}`)
      .join(', ');
  }

  /**
   * Events between two instants in the order of columns. Where the time is that of the id, the primary key is the
   * index on it; the few with a corrected time come from their own index.
   */
  rowsSql(properties: 'properties' | 'NULL'): string {
    return `
      SELECT ms AS at, ${this.#selected}, ${properties} AS properties FROM events
      WHERE project = :project AND ms >= :from AND ms < :until AND at = ms
      UNION ALL
      SELECT at, ${this.#selected}, ${properties} FROM events INDEXED BY events_with_corrected_time
      WHERE project = :project AND at >= :from AND at < :until AND at <> ms
      ORDER BY at, ms, suffix`;
  }

  toColumns(rows: readonly SegmentRow[]): EventColumns {
    const sales: SaleRow[] = [];
    for (const [event, row] of rows.entries()) {
      if (row.conversion === CONVERSION.counted) sales.push({ event, row });
    }
    return {
      ...toColumns(this.#events, rows),
      count: rows.length,
      sales: toColumns(this.#sales, sales),
    } as EventColumns;
  }

  pack({ count: _, sales, ...events }: EventColumns): Uint8Array {
    const slots = intoSlots(intoSlots([], this.#events, events), this.#sales, sales);
    return packColumns(Array.from(slots, (column) => column ?? RETIRED));
  }

  unpack(packed: Uint8Array): EventColumns {
    const slots = unpackColumns(packed);
    const events = fromSlots(slots, this.#events, DERIVED.flags);
    const sales = fromSlots(slots, this.#sales, DERIVED_OF_SALES.event);
    return { ...events, count: (events.flags as Uint8Array).length, sales } as EventColumns;
  }
}

/** What lies in a slot whose column is no more. */
const RETIRED = new Uint8Array(0);

export const EVENTS = new EventFormat(EVENT_COLUMNS);

/** The columns of a table that have a place among those of a segment, or of its sales. */
function placed<Row>(
  table: EventTable,
  key: 'segment' | 'sale',
  rowOf: (row: Row) => SegmentRow,
): ColumnSet<Row> {
  const columns: Record<string, PackedColumn<Row>> = {};
  for (const [source, column] of Object.entries(table)) {
    const place = column[key];
    if (place === undefined) continue;
    const { name, slot, as } = place;
    columns[name] = { slot, as, from: (row) => (rowOf(row)[source as keyof SegmentRow] ?? 0) as never };
  }
  return columns;
}

function flagsOf({ origin, exclusion, bot, conversion }: SegmentRow): number {
  const removed = conversion === CONVERSION.removed ? FLAG.never : 0;
  const server = origin === originCode('server') ? FLAG.server : 0;
  return server | flagOfExclusion(exclusion) | (bot << BOT_SHIFT) | removed;
}

function flagOfExclusion(exclusion: number | null): number {
  if (exclusion === null) return 0;
  return BOTS.has(exclusion) ? FLAG.bot : FLAG.never;
}

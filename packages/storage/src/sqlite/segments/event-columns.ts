import { CONVERSION, type ConversionCode } from '../ingest/order-deduplication.ts';
import { BOT_EXCLUSION_CODES, originCode } from '../row-codes.ts';
import { asFloat64, asUint8, asUint32, packColumns, unpackColumns } from './pack-columns.ts';

/**
 * Events of one project column by column, ascending by (at, ms, suffix). Every text is the integer of its
 * dictionary, and 0 stands for none: dictionaries begin at 1.
 */
export type EventColumns = {
  readonly count: number;
  readonly at: Float64Array;
  readonly type: Uint32Array;
  /** None for an excluded event: one that names a session is no part of it. */
  readonly session: Uint32Array;
  readonly visitor: Uint32Array;
  readonly page: Uint32Array;
  readonly client: Uint32Array;
  readonly touch: Uint32Array;
  /** What was found out about the bot that sent it. */
  readonly botVerdict: Uint32Array;
  /** What an event is, see `FLAG`. */
  readonly flags: Uint8Array;
  readonly sales: SaleColumns;
};

/** The conversions that count, and of which event each is. */
type SaleColumns = {
  readonly event: Uint32Array;
  readonly ms: Float64Array;
  readonly suffix: readonly string[];
  readonly user: Uint32Array;
  /** Minor units; of no meaning without a currency. */
  readonly amount: Float64Array;
  readonly currency: Uint32Array;
};

export const FLAG = {
  /** Left out of every report. */
  never: 1,
  /** Runs no JavaScript: counts only where bots are asked for. */
  bot: 2,
  server: 4,
  // 32 has had a meaning, and is set in what was stored then.
} as const;

/** The own verdict on an event, of two bits, lies between the flags. */
const BOT_SHIFT = 3;
const BOT_MASK = 3;
export const botOf = (flags: number) => (flags >> BOT_SHIFT) & BOT_MASK;

/** A row of `EVENT_ROWS`, in the order of its columns. */
export type EventRow = readonly [
  at: number,
  ms: number,
  suffix: string,
  origin: number,
  exclusion: number | null,
  type: number,
  session: number | null,
  visitor: number | null,
  page: number | null,
  client: number,
  touch: number | null,
  conversion: ConversionCode,
  user: number | null,
  amount: number | null,
  currency: number | null,
  bot: number,
  botVerdict: number | null,
  properties: string | null,
];

const COLUMNS = `ms, suffix, origin, exclusion, type, session, visitor, page, client, touch, conversion, user, amount,
  currency, bot, bot_verdict`;

/**
 * Events between two instants in the order of columns. Where the time is that of the id, the primary key is the
 * index on it; the few with a corrected time come from their own index.
 */
export const eventRowsSql = (properties: 'properties' | 'NULL') => `
  SELECT ms AS at, ${COLUMNS}, ${properties} FROM events
  WHERE project = :project AND ms >= :from AND ms < :until AND at = ms
  UNION ALL
  SELECT at, ${COLUMNS}, ${properties} FROM events INDEXED BY events_with_corrected_time
  WHERE project = :project AND at >= :from AND at < :until AND at <> ms
  ORDER BY 1, 2, 3`;

const BOTS = new Set(BOT_EXCLUSION_CODES.split(', ').map(Number));

export function toEventColumns(rows: readonly EventRow[]): EventColumns {
  const count = rows.length;
  const integers = (column: number) => {
    const values = new Uint32Array(count);
    for (let index = 0; index < count; index += 1) values[index] = (rows[index]?.[column] as number) ?? 0;
    return values;
  };
  const at = new Float64Array(count);
  const flags = new Uint8Array(count);
  const session = integers(6);
  const sold: number[] = [];
  for (const [index, row] of rows.entries()) {
    const [when, , , origin, exclusion, , , , , , , conversion] = row;
    at[index] = when;
    const removed = conversion === CONVERSION.removed ? FLAG.never : 0;
    flags[index] = flagsOf(origin, exclusion) | (row[15] << BOT_SHIFT) | removed;
    if (exclusion !== null) session[index] = 0;
    if (conversion === CONVERSION.counted) sold.push(index);
  }
  const sales = sold.map((index) => rows[index] as EventRow);
  return {
    count,
    at,
    type: integers(5),
    session,
    visitor: integers(7),
    page: integers(8),
    client: integers(9),
    touch: integers(10),
    botVerdict: integers(16),
    flags,
    sales: {
      event: Uint32Array.from(sold),
      ms: Float64Array.from(sales, (row) => row[1]),
      suffix: sales.map((row) => row[2]),
      user: Uint32Array.from(sales, (row) => row[12] ?? 0),
      amount: Float64Array.from(sales, (row) => row[13] ?? 0),
      currency: Uint32Array.from(sales, (row) => (row[13] === null ? 0 : (row[14] ?? 0))),
    },
  };
}

function flagsOf(origin: number, exclusion: number | null): number {
  const server = origin === originCode('server') ? FLAG.server : 0;
  if (exclusion === null) return server;
  return server | (BOTS.has(exclusion) ? FLAG.bot : FLAG.never);
}

export function packEvents({ sales, ...events }: EventColumns): Uint8Array {
  return packColumns(
    [
      events.at,
      events.type,
      events.session,
      events.visitor,
      events.page,
      events.client,
      events.touch,
      events.botVerdict,
      events.flags,
      sales.event,
      sales.ms,
      new TextEncoder().encode(sales.suffix.join(' ')),
      sales.user,
      sales.amount,
      sales.currency,
    ].map((column) => column as never),
  );
}

export function unpackEvents(packed: Uint8Array): EventColumns {
  const parts = unpackColumns(packed);
  const part = (index: number) => parts[index] as (typeof parts)[number];
  const at = asFloat64(part(0));
  const suffixes = new TextDecoder().decode(asUint8(part(11)));
  return {
    count: at.length,
    at,
    type: asUint32(part(1)),
    session: asUint32(part(2)),
    visitor: asUint32(part(3)),
    page: asUint32(part(4)),
    client: asUint32(part(5)),
    touch: asUint32(part(6)),
    botVerdict: asUint32(part(7)),
    flags: asUint8(part(8)),
    sales: {
      event: asUint32(part(9)),
      ms: asFloat64(part(10)),
      suffix: suffixes === '' ? [] : suffixes.split(' '),
      user: asUint32(part(12)),
      amount: asFloat64(part(13)),
      currency: asUint32(part(14)),
    },
  };
}

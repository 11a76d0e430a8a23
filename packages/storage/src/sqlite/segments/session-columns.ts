import { asFloat64, asUint8, asUint32, packColumns, unpackColumns } from './pack-columns.ts';

/** Sessions of one project column by column, ascending by id. 0 stands for none. */
export type SessionColumns = {
  readonly count: number;
  readonly id: Uint32Array;
  /** NaN for one that has not started: only servers have named it. */
  readonly firstAt: Float64Array;
  readonly durationMs: Float64Array;
  readonly visitor: Uint32Array;
  readonly pageviews: Uint32Array;
  readonly events: Uint32Array;
  readonly conversions: Uint32Array;
  readonly client: Uint32Array;
  readonly touch: Uint32Array;
  readonly entryPage: Uint32Array;
  readonly exitPage: Uint32Array;
  readonly isTouch: Uint8Array;
  /** As `sessions.bot`, and the verdict that it is from. */
  readonly bot: Uint8Array;
  readonly botVerdict: Uint32Array;
};

/** A row of `SESSION_ROWS`, in the order of its columns. */
export type SessionRow = readonly [
  id: number,
  firstAt: number | null,
  lastAt: number | null,
  visitor: number | null,
  pageviews: number,
  events: number,
  conversions: number,
  client: number | null,
  touch: number | null,
  entryPage: number | null,
  exitPage: number | null,
  isTouch: number,
  bot: number,
  botVerdict: number | null,
];

/** Sessions are told apart by project only after their rows are found: ids of all projects grow together. */
export const SESSION_ROWS = `
  SELECT id, first_at, last_at, visitor, pageviews, events, conversions, client, touch, entry_page, exit_page, is_touch,
    bot, bot_verdict
  FROM sessions WHERE id >= :from AND id < :until AND +project = :project ORDER BY id`;

export function toSessionColumns(rows: readonly SessionRow[]): SessionColumns {
  const integers = (column: number) => Uint32Array.from(rows, (row) => (row[column] as number | null) ?? 0);
  return {
    count: rows.length,
    id: integers(0),
    firstAt: Float64Array.from(rows, ([, firstAt]) => firstAt ?? Number.NaN),
    durationMs: Float64Array.from(rows, ([, firstAt, lastAt]) =>
      firstAt === null || lastAt === null ? 0 : lastAt - firstAt,
    ),
    visitor: integers(3),
    pageviews: integers(4),
    events: integers(5),
    conversions: integers(6),
    client: integers(7),
    touch: integers(8),
    entryPage: integers(9),
    exitPage: integers(10),
    isTouch: Uint8Array.from(rows, (row) => row[11]),
    bot: Uint8Array.from(rows, (row) => row[12]),
    botVerdict: integers(13),
  };
}

export function packSessions(sessions: SessionColumns): Uint8Array {
  const { count: _, ...columns } = sessions;
  return packColumns(Object.values(columns) as never);
}

export function unpackSessions(packed: Uint8Array): SessionColumns {
  const parts = unpackColumns(packed);
  const part = (index: number) => parts[index] as (typeof parts)[number];
  const id = asUint32(part(0));
  return {
    count: id.length,
    id,
    firstAt: asFloat64(part(1)),
    durationMs: asFloat64(part(2)),
    visitor: asUint32(part(3)),
    pageviews: asUint32(part(4)),
    events: asUint32(part(5)),
    conversions: asUint32(part(6)),
    client: asUint32(part(7)),
    touch: asUint32(part(8)),
    entryPage: asUint32(part(9)),
    exitPage: asUint32(part(10)),
    isTouch: asUint8(part(11)),
    bot: asUint8(part(12)),
    botVerdict: asUint32(part(13)),
  };
}

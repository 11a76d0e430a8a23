import type { Laid } from '../days/column-body.ts';
import type { ColumnRoom } from '../days/column-room.ts';
import {
  type ColumnsOf,
  type ColumnValues,
  columnOf,
  emptyValues,
  layColumn,
  type Slots,
} from '../days/column-set.ts';
import { joinParts } from '../days/parts.ts';

/**
 * The parts of a roll-up, each in its slot. `identities` are those of the first row one after the other, then
 * those of the second: how many each row has is in `identityCounts`. The money of a row is told apart by currency, each at
 * `moneyRow`.
 */
const SUMS = {
  events: { slot: 0, as: 'u32' },
  pageviews: { slot: 1, as: 'u32' },
  sessions: { slot: 2, as: 'u32' },
  convertedSessions: { slot: 3, as: 'u32' },
  bounces: { slot: 4, as: 'u32' },
  conversions: { slot: 5, as: 'u32' },
  moneyRow: { slot: 6, as: 'u32' },
  currency: { slot: 7, as: 'u32' },
  minor: { slot: 8, as: 'f64' },
  moneyConversions: { slot: 9, as: 'u32' },
  identityCounts: { slot: 10, as: 'u32' },
  identities: { slot: 11, as: 'u32' },
} as const satisfies Slots;

/** Each row is an hour of the day. */
const BY_HOUR = {
  ...SUMS,
  sessionPageviews: { slot: 12, as: 'u32' },
  sessionDurationMs: { slot: 13, as: 'f64' },
} as const satisfies Slots;

/**
 * Each row is a value of a dimension. Of a dimension of single events `sessions` are those that have events on this day
 * alone; those that have some on others are told with the row, the id, and when they began, each by itself.
 */
const BY_VALUE = {
  ...SUMS,
  value: { slot: 12, as: 'u32' },
  sharedValue: { slot: 13, as: 'u32' },
  sharedSession: { slot: 14, as: 'u32' },
  sharedBeganAt: { slot: 15, as: 'f64' },
} as const satisfies Slots;

/**
 * Each row is a sale, in the order of the sales of the day: its event and who that is of, and the session that it is part of,
 * 0 for none.
 */
const SALES = {
  time: { slot: 0, as: 'u32' },
  flags: { slot: 1, as: 'u8' },
  botLevel: { slot: 2, as: 'u8' },
  touch: { slot: 3, as: 'u32' },
  visitor: { slot: 4, as: 'u32' },
  user: { slot: 5, as: 'u32' },
  currency: { slot: 6, as: 'u32' },
  amount: { slot: 7, as: 'f64' },
  session: { slot: 8, as: 'u32' },
  sessionBeganAt: { slot: 9, as: 'f64' },
  sessionTouch: { slot: 10, as: 'u32' },
  sessionIsTouch: { slot: 11, as: 'u8' },
  sessionBot: { slot: 12, as: 'u8' },
} as const satisfies Slots;

/** Each row is a session that began on the day and can be credited with a sale. */
const VISITS = {
  session: { slot: 0, as: 'u32' },
  start: { slot: 1, as: 'u32' },
  touch: { slot: 2, as: 'u32' },
  visitor: { slot: 3, as: 'u32' },
  user: { slot: 4, as: 'u32' },
} as const satisfies Slots;

/** Each row is a classification as a bot, 0 for none. */
const BOTS = {
  classification: { slot: 0, as: 'u32' },
  requests: { slot: 1, as: 'u32' },
} as const satisfies Slots;

export type RollupByHour = ColumnsOf<typeof BY_HOUR>;
export type RollupByValue = ColumnsOf<typeof BY_VALUE>;
export type RollupOfSales = ColumnsOf<typeof SALES>;
export type RollupOfVisits = ColumnsOf<typeof VISITS>;
export type RollupOfBots = ColumnsOf<typeof BOTS>;

export const packByHour = (rollup: RollupByHour) => pack(BY_HOUR, rollup);
export const unpackByHour = (parts: readonly Laid[], room?: ColumnRoom) => unpack(BY_HOUR, parts, room);
export const packByValue = (rollup: RollupByValue) => pack(BY_VALUE, rollup);
export const unpackByValue = (parts: readonly Laid[], room?: ColumnRoom) => unpack(BY_VALUE, parts, room);
export const packSales = (rollup: RollupOfSales) => pack(SALES, rollup);
export const unpackSales = (parts: readonly Laid[], room?: ColumnRoom) => unpack(SALES, parts, room);
export const packVisits = (rollup: RollupOfVisits) => pack(VISITS, rollup);
export const unpackVisits = (parts: readonly Laid[], room?: ColumnRoom) => unpack(VISITS, parts, room);
export const packBots = (rollup: RollupOfBots) => pack(BOTS, rollup);
export const unpackBots = (parts: readonly Laid[], room?: ColumnRoom) => unpack(BOTS, parts, room);

function pack<Set extends Slots>(set: Set, rollup: ColumnsOf<Set>): Uint8Array {
  const parts: Laid[] = [];
  for (const [name, { slot, as }] of Object.entries(set))
    parts[slot] = layColumn(as, rollup[name] as ColumnValues);
  return joinParts(parts);
}

/** A part that is younger than the roll-up has no values. */
function unpack<Set extends Slots>(set: Set, parts: readonly Laid[], room?: ColumnRoom): ColumnsOf<Set> {
  const found: Record<string, ColumnValues> = {};
  for (const name in set) {
    const { slot, as } = set[name] as Slots[string];
    const part = parts[slot];
    found[name] = part === undefined ? emptyValues(as, 0) : columnOf(as, part, room);
  }
  return found as ColumnsOf<Set>;
}

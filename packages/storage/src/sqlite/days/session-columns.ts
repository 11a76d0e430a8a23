import {
  SESSION_COLUMNS,
  type SessionSchema,
  type SessionState,
  type SessionTable,
} from '../session-table.ts';
import type { ColumnSet, ColumnsOf, PackedColumn, SlotPlace } from './column-set.ts';

/** What a day keeps of a session. */
export type DaySession = {
  readonly id: number;
  /** 1 for one that began on the day; the others only have events on it. */
  readonly isOfDay: 0 | 1;
} & Pick<
  SessionState,
  {
    [Name in keyof SessionSchema]: SessionSchema[Name] extends { day: SlotPlace } ? Name : never;
  }[keyof SessionSchema]
>;

type Placed = {
  readonly [Name in keyof SessionSchema as SessionSchema[Name] extends {
    day: { name: infer As extends string };
  }
    ? As
    : never]: SessionSchema[Name] extends { day: infer Found extends SlotPlace }
    ? PackedColumn<DaySession, Found['as']>
    : never;
};

const OWN = {
  id: { slot: 43, as: 'u32', from: ({ id }) => id },
  isOfDay: { slot: 44, as: 'u8', from: ({ isOfDay }) => isOfDay },
  /** When one of another day began, in epoch milliseconds; 0 for all others. */
  beganAt: { slot: 46, as: 'f64', from: ({ isOfDay, first_at: at }) => (isOfDay === 1 ? 0 : (at ?? 0)) },
} as const satisfies ColumnSet<DaySession>;

/** The columns of sessions, and what each takes from its row. */
export const SESSION_SET = { ...placed(SESSION_COLUMNS), ...OWN } as Placed & typeof OWN;

/** The columns that an open day keeps: those, and whether a session has begun, on this day or on another. */
export const OPEN_SESSIONS = {
  ...SESSION_SET,
  hasStarted: { slot: -1, as: 'u8', from: ({ first_at: at }) => (at === null ? 0 : 1) },
} as const satisfies ColumnSet<DaySession>;

/** Sessions of a day column by column: those that began on it, and others that have events on it. 0 stands for none. */
export type SessionColumns = ColumnsOf<Placed & typeof OWN> & { readonly count: number };

/** The list for SELECT. */
export const DAY_SESSION_NAMES = ['id', ...Object.keys(SESSION_COLUMNS).filter(isPlaced)];
export const SELECT_SESSION = DAY_SESSION_NAMES.join(', ');

function isPlaced(name: string): boolean {
  return 'day' in SESSION_COLUMNS[name as keyof SessionSchema];
}

function placed(table: SessionTable): ColumnSet<DaySession> {
  const columns: Record<string, PackedColumn<DaySession>> = {};
  for (const [source, { day }] of Object.entries(table)) {
    if (day === undefined) continue;
    const { name, slot, as } = day;
    const own = (row: DaySession) => (row[source as keyof DaySession] ?? 0) as never;
    columns[name] = { slot, as, from: day.from ?? own };
  }
  return columns;
}

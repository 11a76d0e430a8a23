import { DAY_MS } from '@cvq/contract/constants';
import type { PackedColumn } from './days/column-set.ts';
import { BOT, type BotCode } from './row-codes.ts';

type SessionColumn = {
  /** What a session has there before its first event. */
  readonly empty: string | number | null;
  /** Its column in a stored day, where null is 0, unless another value stands for it or the value is made of more. */
  readonly day?: Omit<PackedColumn<SessionRow>, 'from'> & {
    readonly name: string;
    readonly from?: PackedColumn<SessionRow>['from'];
  };
};
/** The columns that a stored value is made of, where that is more than its own. */
type SessionRow = { readonly first_at: number | null; readonly last_at: number | null };

const number = null as number | null;
const text = null as string | null;
const zero: number = 0;

/**
 * The columns of `sessions` that events change: what each is before the first, and where it lies in a stored day. A new
 * column is a row here, and a step in `migrations/events.ts`. What an event does to them is in
 * `ingest/session-state.ts`.
 */
export const SESSION_COLUMNS = {
  visitor: { empty: number, day: { name: 'visitor', slot: 31, as: 'u32' } },
  visitor_at: { empty: number },
  visitor_ms: { empty: number },
  visitor_suffix: { empty: text },
  /** That the earliest event names which names one. */
  user: { empty: number, day: { name: 'user', slot: 45, as: 'u32' } },
  user_at: { empty: number },
  user_ms: { empty: number },
  user_suffix: { empty: text },
  first_at: {
    empty: number,
    // Since the start of its day.
    day: { name: 'start', slot: 30, as: 'u32', from: ({ first_at }) => (first_at ?? 0) % DAY_MS },
  },
  first_ms: { empty: number },
  first_suffix: { empty: text },
  last_at: {
    empty: number,
    day: {
      name: 'durationMs',
      slot: 32,
      as: 'u53',
      from: ({ first_at, last_at }) => (first_at === null || last_at === null ? 0 : last_at - first_at),
    },
  },
  pageviews: { empty: zero, day: { name: 'pageviews', slot: 33, as: 'u32' } },
  /** Of any origin. */
  events: { empty: zero, day: { name: 'events', slot: 34, as: 'u32' } },
  conversions: { empty: zero, day: { name: 'conversions', slot: 35, as: 'u32' } },
  client: { empty: number, day: { name: 'client', slot: 36, as: 'u32' } },
  touch: { empty: number, day: { name: 'touch', slot: 37, as: 'u32' } },
  is_touch: { empty: 0 as 0 | 1, day: { name: 'isTouch', slot: 38, as: 'u8' } },
  click_ids: { empty: text },
  entry_page: { empty: number, day: { name: 'entryPage', slot: 39, as: 'u32' } },
  entry_at: { empty: number },
  entry_ms: { empty: number },
  entry_suffix: { empty: text },
  exit_page: { empty: number, day: { name: 'exitPage', slot: 40, as: 'u32' } },
  exit_at: { empty: number },
  exit_ms: { empty: number },
  exit_suffix: { empty: text },
  bot: { empty: BOT.none as BotCode, day: { name: 'bot', slot: 41, as: 'u8' } },
  bot_verdict: { empty: number, day: { name: 'botClassification', slot: 42, as: 'u32' } },
  bot_at: { empty: number },
  bot_ms: { empty: number },
  bot_suffix: { empty: text },
} as const satisfies Readonly<Record<string, SessionColumn>>;

export type SessionSchema = typeof SESSION_COLUMNS;
export type SessionTable = Readonly<Record<string, SessionColumn>>;

/** A session as its row has it. */
export type SessionState = { -readonly [Name in keyof SessionSchema]: SessionSchema[Name]['empty'] };

export const SESSION_COLUMN_NAMES = Object.keys(SESSION_COLUMNS) as (keyof SessionState)[];

export const EMPTY_SESSION = Object.fromEntries(
  SESSION_COLUMN_NAMES.map((name) => [name, SESSION_COLUMNS[name].empty]),
) as Readonly<SessionState>;

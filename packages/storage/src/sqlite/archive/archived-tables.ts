import { EVENT_COLUMNS } from '../event-table.ts';
import { SESSION_COLUMN_NAMES } from '../session-table.ts';
import type { BlockColumn } from './row-block.ts';

/** What a block holds rows of, in `blocks.kind`. A number, once released, keeps its meaning. */
export const KIND = { events: 1, sessions: 2 } as const;
type Kind = (typeof KIND)[keyof typeof KIND];

/** A table whose rows are archived. */
export type ArchivedTable = {
  readonly kind: Kind;
  readonly name: keyof typeof KIND;
  /** The column by which rows are cut into days and blocks: epoch milliseconds. */
  readonly key: string;
  /** What orders rows of one key. */
  readonly tie: string;
  /** The latest time that a row tells. */
  readonly until: string;
  /** So many rows make a block: what one of them needs is taken apart for all. */
  readonly atMost: number;
  /**
   * So many rows are taken from the table in one transaction, for which the writer may have to wait; more where they are of one
   * instant, or lie between those of blocks.
   */
  readonly atOnce: number;
  readonly columns: readonly BlockColumn[];
};

/** Columns that are seldom far from another one of their row. */
const LIKE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  events: { at: 'ms', received_at: 'ms' },
  sessions: {
    first_ms: 'first_at',
    last_at: 'first_at',
    visitor_at: 'first_at',
    visitor_ms: 'first_ms',
    visitor_suffix: 'first_suffix',
    user_at: 'first_at',
    user_ms: 'first_ms',
    user_suffix: 'first_suffix',
    entry_at: 'first_at',
    entry_ms: 'first_ms',
    entry_suffix: 'first_suffix',
    exit_at: 'last_at',
    exit_ms: 'exit_at',
    exit_suffix: 'entry_suffix',
    exit_page: 'entry_page',
    bot_at: 'first_at',
    bot_ms: 'first_ms',
    bot_suffix: 'first_suffix',
  },
};

function columnsOf(table: string, names: readonly string[]): BlockColumn[] {
  return names.map((name) => {
    const like = LIKE[table]?.[name];
    return like === undefined ? { name } : { name, like };
  });
}

export const ARCHIVED_EVENTS: ArchivedTable = {
  kind: KIND.events,
  name: 'events',
  key: 'ms',
  tie: 'suffix',
  until: 'at',
  atMost: 4096,
  atOnce: 2048,
  columns: columnsOf('events', Object.keys(EVENT_COLUMNS)),
};
export const ARCHIVED_SESSIONS: ArchivedTable = {
  kind: KIND.sessions,
  name: 'sessions',
  key: 'first_at',
  tie: 'id',
  until: 'last_at',
  atMost: 2048,
  // Each stands in several indexes, and takes five times as long as an event.
  atOnce: 512,
  columns: columnsOf('sessions', ['id', 'project', 'key', 'stitched', ...SESSION_COLUMN_NAMES]),
};

export const namesOf = ({ columns }: ArchivedTable): string[] => columns.map(({ name }) => name);

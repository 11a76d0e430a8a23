import {
  SESSION_COLUMNS,
  type SessionSchema,
  type SessionState,
  type SessionTable,
} from '../session-table.ts';
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

/** What segments are made from, of one session. */
export type SessionRow = { readonly id: number } & Pick<
  SessionState,
  {
    [Name in keyof SessionSchema]: SessionSchema[Name] extends { segment: SlotPlace } ? Name : never;
  }[keyof SessionSchema]
>;

type Placed = {
  readonly [Name in keyof SessionSchema as SessionSchema[Name] extends {
    segment: { name: infer As extends string };
  }
    ? As
    : never]: SessionSchema[Name] extends { segment: infer Found extends SlotPlace } ? Found : never;
};

const ID = { slot: 0, as: 'u32', from: ({ id }) => id } as const satisfies PackedColumn<SessionRow>;

/** Sessions of one project column by column, ascending by id. 0 stands for none. */
export type SessionColumns = ColumnsOf<Placed & { readonly id: typeof ID }> & { readonly count: number };

/** How the sessions of a table become columns, and those a segment. */
export class SessionFormat {
  readonly #sessions: ColumnSet<SessionRow>;
  /** Sessions are told apart by project only after their rows are found: ids of all projects grow together. */
  readonly rowsSql: string;

  constructor(table: SessionTable) {
    const placed: Record<string, PackedColumn<SessionRow>> = {};
    const selected = ['id'];
    for (const [source, { segment }] of Object.entries(table)) {
      if (segment === undefined) continue;
      const { name, slot, as } = segment;
      const own = (row: SessionRow) => (row[source as keyof SessionRow] ?? 0) as never;
      placed[name] = { slot, as, from: segment.from ?? own };
      selected.push(source);
    }
    this.#sessions = { id: ID, ...placed };
    this.rowsSql = `
      SELECT ${selected.join(', ')} FROM sessions
      WHERE id >= :from AND id < :until AND +project = :project ORDER BY id`;
  }

  toColumns(rows: readonly SessionRow[]): SessionColumns {
    return { ...toColumns(this.#sessions, rows), count: rows.length } as SessionColumns;
  }

  pack({ count: _, ...sessions }: SessionColumns): Uint8Array {
    return packColumns(intoSlots([], this.#sessions, sessions));
  }

  unpack(packed: Uint8Array): SessionColumns {
    const sessions = fromSlots(unpackColumns(packed), this.#sessions, ID);
    return { ...sessions, count: (sessions.id as Uint32Array).length } as SessionColumns;
  }
}

export const SESSIONS = new SessionFormat(SESSION_COLUMNS);

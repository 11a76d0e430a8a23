import type { Connection } from '../open-database.ts';
import type { Cell } from './block-directory.ts';
import { hashOfName } from './hash-of-name.ts';
import type { Row } from './row-block.ts';

/** A row of an index, by the values of its columns. */
type Entry = { readonly of: Index; readonly values: readonly Cell[] };
type Index = { readonly name: string; readonly columns: readonly string[] };

const NAMES: Index = { name: 'archived_session_names', columns: ['project', 'hash', 'session'] };
const VISITS: Index = { name: 'archived_visits', columns: ['visitor', 'at', 'session'] };
const VISITS_OF_USERS: Index = { name: 'archived_visits_of_users', columns: ['user', 'at', 'session'] };
const ALL = [NAMES, VISITS, VISITS_OF_USERS];

/** What a archived session is found by besides its id: the name that its client gave, and by whose visit it may be credited. */
function entriesOf({ id, project, key, stitched, is_touch, visitor, user, first_at }: Row): Entry[] {
  const entries: Entry[] = [];
  if (stitched === 0)
    entries.push({ of: NAMES, values: [project as Cell, hashOfName(key as string), id as Cell] });
  if (is_touch === 0) return entries;
  if (user != null) entries.push({ of: VISITS_OF_USERS, values: [user, first_at as Cell, id as Cell] });
  else if (visitor != null) entries.push({ of: VISITS, values: [visitor, first_at as Cell, id as Cell] });
  return entries;
}

/** Makes a session that lies in a block known. */
export function indexSessionIn(db: Connection): (row: Row, block: number) => void {
  const put = db.prepare('INSERT OR REPLACE INTO archived_sessions (id, block) VALUES (?, ?)');
  const putEntry = statementsOf(
    db,
    ({ name, columns }) => `INSERT OR IGNORE INTO ${name} (${columns.join(', ')}) VALUES (?, ?, ?)`,
  );
  return (row, block) => {
    put.run(row.id, block);
    for (const { of, values } of entriesOf(row)) putEntry(of).run(...values);
  };
}

/** Makes a session unknown that lies in no block any more. */
export function unindexSessionIn(db: Connection): (row: Row) => void {
  const remove = db.prepare('DELETE FROM archived_sessions WHERE id = ?');
  const removeEntry = statementsOf(
    db,
    ({ name, columns }) =>
      `DELETE FROM ${name} WHERE ${columns.map((column) => `${column} = ?`).join(' AND ')}`,
  );
  return (row) => {
    remove.run(row.id);
    for (const { of, values } of entriesOf(row)) removeEntry(of).run(...values);
  };
}

function statementsOf(db: Connection, sqlOf: (index: Index) => string) {
  const statements = new Map(ALL.map((index) => [index, db.prepare(sqlOf(index))]));
  return (index: Index) => statements.get(index) as NonNullable<ReturnType<typeof statements.get>>;
}

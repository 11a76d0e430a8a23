import type { Connection } from '../open-database.ts';
import type { Cell } from './block-directory.ts';
import { hashOfName } from './hash-of-name.ts';
import type { Row } from './row-block.ts';

/** A row of an index, by the values of its columns. */
type Entry = { readonly of: Index; readonly key: readonly Cell[]; readonly facts: readonly Cell[] };
type Index = { readonly name: string; readonly key: readonly string[]; readonly facts: readonly string[] };

const NAMES: Index = { name: 'archived_session_names', key: ['project', 'hash', 'session'], facts: [] };
const VISITS: Index = { name: 'archived_visits', key: ['visitor', 'at', 'session'], facts: ['is_touch'] };
const VISITS_OF_USERS: Index = {
  name: 'archived_visits_of_users',
  key: ['user', 'at', 'session'],
  facts: ['is_touch'],
};
const ALL = [NAMES, VISITS, VISITS_OF_USERS];

/** The columns of a session that its indexes are made of. */
export const INDEXED_NAMES = ['id', 'project', 'key', 'stitched', 'is_touch', 'visitor', 'user', 'first_at'];

/** What an archived session is found by besides its id: the name that its client gave, and whose visit it is. */
function entriesOf({ id, project, key, stitched, is_touch, visitor, user, first_at }: Row): Entry[] {
  const entries: Entry[] = [];
  if (stitched === 0)
    entries.push({ of: NAMES, key: [project as Cell, hashOfName(key as string), id as Cell], facts: [] });
  const [at, session, facts] = [first_at as Cell, id as Cell, [is_touch as Cell]];
  if (user != null) entries.push({ of: VISITS_OF_USERS, key: [user, at, session], facts });
  else if (visitor != null) entries.push({ of: VISITS, key: [visitor, at, session], facts });
  return entries;
}

const PUT = 'INSERT OR REPLACE INTO archived_sessions (id, block) VALUES (?, ?)';

/** Makes a session known that lies in another block now, and that the indexes have. */
export function moveSessionIn(db: Connection): (row: Row, block: number) => void {
  const put = db.prepare(PUT);
  return (row, block) => void put.run(row.id, block);
}

/** Makes a session that lies in a block known. */
export function indexSessionIn(db: Connection): (row: Row, block: number) => void {
  const put = db.prepare(PUT);
  const putEntry = statementsOf(
    db,
    ({ name, key, facts }) =>
      `INSERT OR IGNORE INTO ${name} (${[...key, ...facts].join(', ')}) VALUES (${[...key, ...facts].map(() => '?').join(', ')})`,
  );
  return (row, block) => {
    put.run(row.id, block);
    for (const { of, key, facts } of entriesOf(row)) putEntry(of).run(...key, ...facts);
  };
}

/** Makes a session unknown that lies in no block any more. */
export function unindexSessionIn(db: Connection): (row: Row) => void {
  const remove = db.prepare('DELETE FROM archived_sessions WHERE id = ?');
  const removeEntry = statementsOf(
    db,
    ({ name, key }) => `DELETE FROM ${name} WHERE ${key.map((column) => `${column} = ?`).join(' AND ')}`,
  );
  return (row) => {
    remove.run(row.id);
    for (const { of, key } of entriesOf(row)) removeEntry(of).run(...key);
  };
}

function statementsOf(db: Connection, sqlOf: (index: Index) => string) {
  const statements = new Map(ALL.map((index) => [index, db.prepare(sqlOf(index))]));
  return (index: Index) => statements.get(index) as NonNullable<ReturnType<typeof statements.get>>;
}

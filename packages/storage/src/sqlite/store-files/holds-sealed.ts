import type { StoreName } from '../../store-errors.ts';
import type { Connection } from '../open-database.ts';
import { SEALED_COLUMNS } from '../sealed-values.ts';
import { readStore } from './open-store.ts';

/** Whether the stores hold anything that was sealed, as they lie there at whatever schema. */
export function holdsSealedValues(folder: string): boolean {
  return (['control', 'events'] as const).some((store) => holdsSealed(folder, store));
}

/** What keeps a store from being read is told where it is checked. */
function holdsSealed(folder: string, store: StoreName): boolean {
  const columns = Object.values(SEALED_COLUMNS).filter((each) => each.store === store);
  try {
    return readStore(folder, store, (db) => columns.some(({ table }) => hasRow(db, table))) ?? false;
  } catch {
    return false;
  }
}

/** An early schema lacks some of the tables. */
function hasRow(db: Connection, table: string): boolean {
  const isThere = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table);
  return isThere !== undefined && db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined;
}

import type { Connection } from '../open-database.ts';
import { readStore } from './open-store.ts';

/**
 * A setting of the control store as it lies there, at whatever schema; null where it is not set, or there is no store yet.
 * @throws StoreUnusable, StoreBroken, StoreLost, SchemaTooNew
 */
export function readSqliteSetting(folder: string, name: string): string | null {
  return readStore(folder, 'control', (db) => settingOf(db, name));
}

function settingOf(db: Connection, name: string): string | null {
  const value = db.prepare('SELECT value FROM settings WHERE name = ?').pluck().get(name);
  return (value as string | undefined) ?? null;
}

import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { giveToOwner } from '../../give-to-owner.ts';
import { orTell } from '../open-database.ts';

/**
 * Keeps other processes from what has this name, until what is returned is called; null where another one does it. The system
 * frees the lock of a process that is killed.
 * @throws StoreUnusable
 */
export function holdAlone(folder: string, name: string): (() => void) | null {
  return orTell(join(folder, `${name}.lock`), (file) => {
    const db = new Database(resolve(file), { timeout: 0 });
    try {
      giveToOwner(resolve(file));
      db.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      db.close();
      if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
      throw error;
    }
    return () => {
      // First: who opens it after that makes another file.
      rmSync(file, { force: true });
      db.close();
    };
  });
}

import Database from 'better-sqlite3';
import { StoreInUse } from '../../store-errors.ts';
import type { Connection } from '../open-database.ts';

/**
 * Keeps all others out of a file for as long as the connection is open.
 * @throws StoreInUse where another process has it open
 */
export function useAlone(db: Connection, file: string): void {
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    // A log that others share can be left by the last of them only. Made again, it is this connection's alone.
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE; COMMIT');
    db.pragma('journal_mode = WAL');
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY'))
      throw new StoreInUse(file);
    throw error;
  }
}

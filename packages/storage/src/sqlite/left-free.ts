import { ConnectionStuck } from '../connection-stuck.ts';
import type { Connection } from './open-database.ts';
import { closeRows } from './rows-of.ts';

/**
 * Does work that begins transactions of its own. Where it fails, the connection is left as it was before: no row is being
 * read, and no transaction is open, which the next one would silently become a part of.
 * @throws ConnectionStuck where that cannot be done, or what `work` throws
 */
export function leftFree<Result>(db: Connection, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    free(db, error);
    throw error;
  }
}

function free(db: Connection, failed: unknown): void {
  try {
    closeRows(db);
    if (db.inTransaction) db.exec('ROLLBACK');
    // Refused while any row is being read.
    db.exec('');
  } catch (error) {
    throw new ConnectionStuck(failed, error);
  }
}

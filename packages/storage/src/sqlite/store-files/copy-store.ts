import { resolve } from 'node:path';
import type { CopyProgress } from '../../copy-progress.ts';
import type { StoreName } from '../../store-errors.ts';
import type { StoreLocation } from '../../store-location.ts';
import { type Connection, openForReading, orTell } from '../open-database.ts';
import { isAbsent, refuseLostStore, storeFile } from './lost-store.ts';

/** Pages that are copied in one step: 8 MB, after which others get their turn. */
const PAGES_AT_ONCE = 2000;

type Copying = {
  readonly store: StoreName;
  /** File of the copy, which must not exist yet. */
  readonly to: string;
  readonly hear: (progress: CopyProgress) => void;
};

/**
 * Copies a store as it is at one moment, also while others write to it, and waits until the copy is on the disk. The schema
 * stays as it is. False where there is no such store.
 * @throws StoreLost, StoreBroken, StoreUnusable, and what the driver throws where the copy cannot be written
 */
export async function copySqliteStore(
  { folder }: Pick<StoreLocation, 'folder'>,
  { store, to, hear }: Copying,
): Promise<boolean> {
  const file = storeFile(folder, store);
  refuseLostStore(folder, store, () => isAbsent(file));
  if (isAbsent(file)) return false;
  const db = orTell(file, openForReading);
  try {
    orTell(file, () => holdMoment(db));
    // As where a store is opened, the driver would cut blanks off.
    await db.backup(resolve(to), {
      progress({ totalPages, remainingPages }) {
        hear({ store, done: 1 - remainingPages / totalPages });
        return PAGES_AT_ONCE;
      },
    });
    return true;
  } finally {
    db.close();
  }
}

/**
 * Until the connection is closed, it sees what is committed now, whatever others write. Without that, SQLite begins a copy
 * anew after each commit of another process, and of a busy store it never ends.
 */
function holdMoment(db: Connection): void {
  db.exec('BEGIN');
  db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get();
}

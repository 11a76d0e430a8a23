import { statSync } from 'node:fs';
import { StoreBroken, StoreMoved, type StoreName } from '../store-errors.ts';
import { storeFile } from './lost-store.ts';
import { type Connection, openForReading, orTell } from './open-database.ts';
import { DATABASE_ENDS } from './set-aside.ts';

/** What every request that brings events reads, or may read, of each store. */
const TABLES: Readonly<Record<StoreName, readonly string[]>> = {
  control: ['projects', 'api_keys', 'bot_rules', 'webhook_endpoints', 'settings', 'salts'],
  events: ['events', 'sessions', 'projects', 'probes'],
};
const STORES = Object.keys(TABLES) as StoreName[];

/** A database is at least one page, and no page is smaller. */
const SMALLEST_BYTES = 512;

type FileId = { readonly dev: number; readonly ino: number };

/**
 * Watches that the stores which this thread has open are still those in the data folder. The system lets a process write
 * to a file that was removed, and everything written there is gone with the process.
 */
export class StoreGuard {
  readonly #folder: string;
  readonly #opened: readonly { readonly path: string; readonly id: FileId; readonly isDatabase: boolean }[];

  /** To be made while the thread has both stores open. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#opened = STORES.flatMap((store) =>
      DATABASE_ENDS.flatMap((end) => {
        const path = storeFile(folder, store) + end;
        const id = statSync(path, { throwIfNoEntry: false });
        // A database without any writing may have no log yet.
        return id === undefined && end !== '' ? [] : [{ path, id: idOf(path, id), isDatabase: end === '' }];
      }),
    );
  }

  /**
   * After every commit and before it is acknowledged: six calls of the system, 15 µs together.
   * @throws StoreMoved
   */
  requireInPlace(): void {
    for (const { path, id, isDatabase } of this.#opened) {
      const found = statSync(path, { throwIfNoEntry: false });
      if (found === undefined) throw new StoreMoved(path, 'removed');
      if (found.ino !== id.ino || found.dev !== id.dev) throw new StoreMoved(path, 'replaced');
      if (isDatabase && found.size < SMALLEST_BYTES) throw new StoreMoved(path, 'emptied');
    }
  }

  /**
   * The same, and that both stores can be read from the disk, which what a connection remembers cannot tell.
   * @throws StoreMoved, StoreBroken, StoreUnusable, and what the driver throws
   */
  requireReadable(): void {
    this.requireInPlace();
    for (const store of STORES) {
      orTell(storeFile(this.#folder, store), (file) => {
        const db = openForReading(file);
        try {
          for (const table of TABLES[store]) requireTable(db, { file, table });
        } finally {
          db.close();
        }
      });
    }
  }
}

function requireTable(db: Connection, { file, table }: { file: string; table: string }): void {
  try {
    db.prepare(`SELECT * FROM ${table} LIMIT 1`).get();
  } catch (error) {
    // The driver's code for a table that is not there is that of any bad query.
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_ERROR')
      throw new StoreBroken(file, error);
    throw error;
  }
}

function idOf(path: string, found: FileId | undefined): FileId {
  if (found === undefined) throw new StoreMoved(path, 'removed');
  return { dev: found.dev, ino: found.ino };
}

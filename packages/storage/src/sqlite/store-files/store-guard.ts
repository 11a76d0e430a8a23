import { statSync } from 'node:fs';
import { StoreBroken, type StoreName } from '../../store-errors.ts';
import { type Connection, openForReading, orTell } from '../open-database.ts';
import { storeFile } from './lost-store.ts';
import { WatchedStore } from './watched-store.ts';

/** What every request that brings events reads, or may read, of each store. */
const TABLES: Readonly<Record<StoreName, readonly string[]>> = {
  control: ['projects', 'api_keys', 'bot_rules', 'webhook_endpoints', 'integrations', 'settings', 'salts'],
  events: ['events', 'sessions', 'projects', 'probes'],
};
const STORES = Object.keys(TABLES) as StoreName[];

/**
 * Watches that the stores which this thread has open are still those in the data folder. The system lets a process write
 * to a file that was removed, and everything written there is gone with the process.
 */
export class StoreGuard {
  readonly #folder: string;
  readonly #watched: readonly WatchedStore[];
  /** The control store when all of it was last read. */
  #readWhole = '';

  /** To be made while the thread has both stores open. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#watched = STORES.map((store) => new WatchedStore(storeFile(folder, store)));
  }

  /**
   * Before every commit, so that nothing is stored which would be answered 500, and before it is acknowledged.
   * @throws StoreMoved
   */
  requireInPlace(): void {
    for (const watched of this.#watched) watched.requireInPlace();
  }

  /**
   * The same, and that both stores can be read from the disk, which what a connection remembers cannot tell. All of the
   * control store but rows of spend is read when it has changed: a broken page of it fails every request, and it is small.
   * @throws StoreMoved, StoreBroken, StoreUnusable, and what the driver throws
   */
  requireReadable(): void {
    this.requireInPlace();
    for (const store of STORES) {
      orTell(storeFile(this.#folder, store), (file) => {
        const db = openForReading(file);
        try {
          for (const table of TABLES[store]) requireTable(db, { file, table });
          if (store === 'control') this.#requireWhole(db, file);
        } finally {
          db.close();
        }
      });
    }
  }

  #requireWhole(db: Connection, file: string): void {
    const state = stateOf(file);
    if (state === this.#readWhole) return;
    const tables = db.prepare(SMALL_TABLES).pluck().all() as string[];
    for (const table of tables) {
      const found = db.pragma(`quick_check(${table})`, { simple: true }) as string;
      if (found !== 'ok') throw new StoreBroken(file, new Error(found));
    }
    this.#readWhole = state;
  }
}

/** Of a million rows of spend few requests need one. */
const SMALL_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'spend_rows'";

/** Changes whenever a database is written. */
function stateOf(file: string): string {
  return [file, `${file}-wal`]
    .map((path) => statSync(path, { throwIfNoEntry: false }))
    .map((found) => `${found?.size} ${found?.mtimeMs}`)
    .join(' ');
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

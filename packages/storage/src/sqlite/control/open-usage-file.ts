import { accessSync, constants, existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { SchemaTooNew, StoreBroken, StoreUnusable } from '../../store-errors.ts';
import type { StoreNews } from '../../store-news.ts';
import { migrate } from '../migrate.ts';
import { usageMigrations } from '../migrations/usage.ts';
import { type Connection, openForCounting, orTell } from '../open-database.ts';
import { integrityProblems } from '../store-files/integrity.ts';
import { DATABASE_ENDS, setAside } from '../store-files/set-aside.ts';
import { PROCESS_NAME } from './process-name.ts';
import { usageCounters } from './usage-counters.ts';

type Options = { readonly allowed: boolean; readonly hear: (news: StoreNews) => void };

/**
 * The file of the counters, whole. One that will never do, whatever is in its place, is renamed for a new one; one that
 * only cannot be written for now, as on a full disk, is left.
 * @throws what keeps it from being opened.
 */
export function openUsageFile(file: string, { allowed, hear }: Options): Connection {
  try {
    return openWhole(file, allowed);
  } catch (error) {
    if (!isBad(file, error)) throw error;
    const as = setAside(file) ?? file;
    const opened = openWhole(file, allowed);
    hear({ kind: 'usage_set_aside', file, as, reason: (error as Error).message });
    return opened;
  }
}

function openWhole(file: string, allowed: boolean): Connection {
  return orTell(file, (path) => {
    const db = openForCounting(path);
    try {
      // Nothing is in a new one that a migration could harm.
      const isNew = db.pragma('user_version', { simple: true }) === 0;
      migrate(db, { store: 'usage', migrations: usageMigrations }, allowed || isNew);
      const [problem] = integrityProblems(db);
      if (problem !== undefined) throw new StoreBroken(file, new Error(problem));
      // Throws where a table or a column is not as the version says.
      usageCounters(db, PROCESS_NAME);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

function isBad(file: string, error: unknown): boolean {
  if (error instanceof StoreBroken || error instanceof SchemaTooNew) return true;
  if (error instanceof StoreUnusable) return DATABASE_ENDS.some((end) => isNoFileOfOurs(file + end));
  return error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR';
}

/** A folder, or a file that this process may not read and write. */
function isNoFileOfOurs(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return !statSync(path).isFile();
  } catch {
    return true;
  }
}

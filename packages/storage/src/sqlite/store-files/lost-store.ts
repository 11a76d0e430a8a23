import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_CANARY } from '../../secret-canary.ts';
import { StoreLost, type StoreName } from '../../store-errors.ts';
import { type Connection, openForReading } from '../open-database.ts';

/** The file of a store in the folder of a location. */
export function storeFile(folder: string, store: StoreName): string {
  return join(folder, `${store}.db`);
}

/** The version of the schema in a database; 0 where nothing has been made in it yet. */
export function schemaVersion(db: Connection): number {
  return db.pragma('user_version', { simple: true }) as number;
}

/**
 * Refuses to make a new store in the place of one that is lost. A first start finds no trace of an earlier one.
 * To be called before the file is opened, since SQLite removes the log of an empty database, which may hold its last
 * events; and again when it is open, with what that tells.
 * @throws StoreLost
 */
export function refuseLostStore(folder: string, store: StoreName, isBlank: () => boolean): void {
  if (!isBlank()) return;
  const trace = traceOf(folder, store);
  // Asked again: another process may have made the store, and then its trace, between the two.
  if (trace === null || !isBlank()) return;
  const file = storeFile(folder, store);
  throw new StoreLost(store, { file, isMissing: !existsSync(file), trace });
}

/** Whether there is no byte of a store. */
export function isAbsent(file: string): boolean {
  return sizeOf(file) === 0;
}

/** Whether a store is lost: nothing is in its file, or there is none, and something shows that it was in use. */
export function isLost(folder: string, store: StoreName): boolean {
  const file = storeFile(folder, store);
  const isBlank = isAbsent(file) || isUnmade(file);
  return isBlank && traceOf(folder, store) !== null;
}

/** What shows that a store was in use before; null where nothing does. */
function traceOf(folder: string, store: StoreName): string | null {
  const log = `${store}.db-wal`;
  // Beside a file with content it is no trace: another process may be making the store.
  const isLeft = isAbsent(storeFile(folder, store)) && sizeOf(join(folder, log)) > 0;
  return isLeft ? log : TRACES[store](folder);
}

const TRACES: Readonly<Record<StoreName, (folder: string) => string | null>> = {
  // The counters are made after the control store, and events belong to projects, which only that one makes.
  control: (folder) => {
    if (!isAbsent(join(folder, 'usage.db'))) return 'usage.db';
    return holdsEvents(folder) ? 'events.db' : null;
  },
  events: (folder) => (hasCanary(folder) ? 'control.db' : null),
};

function holdsEvents(folder: string): boolean {
  return holdsRow(storeFile(folder, 'events'), 'SELECT 1 FROM events LIMIT 1');
}

function hasCanary(folder: string): boolean {
  return holdsRow(storeFile(folder, 'control'), `SELECT 1 FROM settings WHERE name = '${SECRET_CANARY}'`);
}

/** A store that cannot be read shows nothing here: whatever opens it says what is wrong with it. */
function holdsRow(file: string, query: string): boolean {
  if (isAbsent(file)) return false;
  try {
    return reading(file, (db) => db.prepare(query).get() !== undefined);
  } catch {
    return false;
  }
}

function isUnmade(file: string): boolean {
  return reading(file, (db) => schemaVersion(db) === 0);
}

function reading<Answer>(file: string, ask: (db: Connection) => Answer): Answer {
  const db = openForReading(file);
  try {
    return ask(db);
  } finally {
    db.close();
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

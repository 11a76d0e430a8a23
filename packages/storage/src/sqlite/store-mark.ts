import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreOlder } from '../store-errors.ts';
import { storeFile } from './lost-store.ts';
import type { Connection } from './open-database.ts';

/**
 * How far the events had come when they were last closed, in a file beside them: an older copy in their place, or one
 * without its log, looks whole by itself.
 */
const NAME = 'events.mark';

/** Commits that this store has seen: the number of the last one, which no deletion takes back. */
function commitsOf(db: Connection): number {
  const row = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'changes'").pluck().get();
  return (row as number | undefined) ?? 0;
}

/** Writes the mark. A disk that refuses it leaves the one before, which is true as well. */
export function markStore(folder: string, db: Connection): void {
  const file = join(folder, NAME);
  const written = `${file}.${process.pid}`;
  try {
    writeFileSync(written, `${commitsOf(db)}\n`);
    renameSync(written, file);
  } catch {
    rmSync(written, { force: true });
  }
}

/** Forgets how far a store had come that is lost. */
export function unmarkStore(folder: string): void {
  rmSync(join(folder, NAME), { force: true });
}

/** The mark; 0 where there is none that can be read. To be read before the store: another process may move both. */
export function readMark(folder: string): number {
  try {
    return Number(readFileSync(join(folder, NAME), 'utf8')) || 0;
  } catch {
    return 0;
  }
}

/** @throws StoreOlder where the store has not come as far as its mark */
export function refuseOlderStore(folder: string, db: Connection, mark: number): void {
  if (hasGoneBack(db, mark))
    throw new StoreOlder(storeFile(folder, 'events'), { commits: commitsOf(db), mark });
}

/** Whether the store has not come as far as its mark. */
export function hasGoneBack(db: Connection, mark: number): boolean {
  return commitsOf(db) < mark;
}

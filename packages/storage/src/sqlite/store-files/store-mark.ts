import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveToOwner } from '../../give-to-owner.ts';
import { StoreOlder } from '../../store-errors.ts';
import type { StoreNews } from '../../store-news.ts';
import type { Connection } from '../open-database.ts';
import { storeFile } from './lost-store.ts';

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

/**
 * Writes the mark, and returns what stood in the way of that and of reading the one before. A disk that refuses it leaves
 * that one, which is true as well; of a full disk everything else tells.
 */
export function markStore(folder: string, db: Connection): readonly MarkNews[] {
  const file = join(folder, NAME);
  const written = `${file}.${process.pid}`;
  const reason = whyMarkUnreadable(folder);
  const news: MarkNews[] = reason === null ? [] : [{ kind: 'mark_unreadable', file, reason }];
  try {
    writeFileSync(written, `${commitsOf(db)}\n`);
    giveToOwner(written);
    renameSync(written, file);
  } catch (error) {
    rmSync(written, { force: true });
    if (codeOf(error) !== 'ENOSPC') news.push({ kind: 'mark_unwritable', file, reason: reasonOf(error) });
  }
  return news;
}

type MarkNews = Extract<StoreNews, { kind: 'mark_unreadable' | 'mark_unwritable' }>;

/** Forgets how far a store had come that is lost. */
export function unmarkStore(folder: string): void {
  rmSync(join(folder, NAME), { force: true });
}

/** The mark; 0 where there is none that can be read. To be read before the store: another process may move both. */
export function readMark(folder: string): number {
  const { mark } = lookAtMark(folder);
  return mark;
}

/** In words that follow the name of the mark; null where it can be read, or there is none. */
function whyMarkUnreadable(folder: string): string | null {
  const { reason } = lookAtMark(folder);
  return reason;
}

/** What a person is to know of a mark that cannot be read. */
export function markProblems(folder: string): string[] {
  const reason = whyMarkUnreadable(folder);
  if (reason === null) return [];
  return [
    `${join(folder, NAME)} ${reason}, so that nobody can tell whether the events have gone back. Remove it: a collector writes another.`,
  ];
}

function lookAtMark(folder: string): { readonly mark: number; readonly reason: string | null } {
  try {
    const text = readFileSync(join(folder, NAME), 'utf8').trim();
    const mark = text === '' ? Number.NaN : Number(text);
    // A store that has seen no commit has a mark as well.
    return Number.isSafeInteger(mark) && mark >= 0
      ? { mark, reason: null }
      : { mark: 0, reason: 'holds no number' };
  } catch (error) {
    return { mark: 0, reason: codeOf(error) === 'ENOENT' ? null : reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  return codeOf(error) === 'EISDIR' ? 'is a directory' : `cannot be used (${(error as Error).message})`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
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

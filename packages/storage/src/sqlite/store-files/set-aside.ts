import { existsSync, renameSync } from 'node:fs';

/** What belongs to a database: itself, its log, and the index of that. */
export const DATABASE_ENDS = ['', '-wal', '-shm'];

/**
 * Renames a database under a name that tells what it is: somebody may want to look. What belongs to it goes with it.
 * The new name of the database, or of what there was of it; null where there was nothing to rename.
 */
export function setAside(file: string): string | null {
  const ends = DATABASE_ENDS.filter((end) => existsSync(file + end));
  if (ends[0] === undefined) return null;
  let as = `${file}.broken`;
  for (let count = 2; DATABASE_ENDS.some((end) => existsSync(as + end)); count += 1)
    as = `${file}.broken-${count}`;
  for (const end of ends) renameSync(file + end, as + end);
  return as + ends[0];
}

import type { Connection } from '../open-database.ts';

/** So many pages are given back in one transaction: the writer waits for no more than that. */
const AT_ONCE = 512;
/** What is stored next takes free pages first, so some are kept: so many, or a part of all where that is more. */
const KEPT = 4096;
const KEPT_PART = 0.02;

const INCREMENTAL = 2;

/**
 * Gives back to the disk the pages of the file that archiving has freed. Files that were made before cvq could do this keep
 * theirs for what is stored next, until `cvq store shrink` makes them anew.
 */
export function giveBackPagesIn(db: Connection): () => void {
  const read = (name: string) => db.pragma(name, { simple: true }) as number;
  return () => {
    if (read('auto_vacuum') !== INCREMENTAL) return;
    const kept = Math.max(KEPT, Math.round(read('page_count') * KEPT_PART));
    for (let free = read('freelist_count'); free > kept; ) {
      db.pragma(`incremental_vacuum(${Math.min(AT_ONCE, free - kept)})`);
      const left = read('freelist_count');
      if (left >= free) return;
      free = left;
    }
  };
}

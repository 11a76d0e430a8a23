import { lchownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Gives what root has made to the owner of the folder that it is in, as SQLite does with its logs: the collector of that user could
 * not read it otherwise. Where root may not, as in some containers, it stays as it is.
 */
export function giveToOwner(made: string): void {
  if (process.getuid?.() !== 0) return;
  try {
    const { uid, gid } = statSync(dirname(made));
    // Not what a link leads to, which may be somebody else's.
    if (uid !== 0) lchownSync(made, uid, gid);
  } catch {}
}

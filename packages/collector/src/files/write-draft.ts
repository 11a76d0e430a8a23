import { rmSync, writeFileSync } from 'node:fs';
import { giveToOwner } from '@cvq/storage';

/**
 * Writes a file that gets its own name later. It belongs to the owner of its folder, who alone can read it. Where it cannot
 * be written nothing is left of it, and the error names it, which that of a full disk does not by itself. `isSynced`: on
 * the disk before this returns.
 */
export function writeDraft(
  draft: string,
  content: string,
  { isSynced = false }: { readonly isSynced?: boolean } = {},
): void {
  try {
    writeFileSync(draft, content, { mode: 0o600, flush: isSynced });
    giveToOwner(draft);
  } catch (error) {
    rmSync(draft, { force: true });
    throw Object.assign(error as Error, { path: draft });
  }
}

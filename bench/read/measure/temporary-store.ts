import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { atExit } from './at-exit.ts';

/** An empty folder beside another one, on the same disk, that is gone when it is removed, or when this process ends. */
export function temporaryStore(beside: string): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(dirname(beside), 'cvq-bench-temporary-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const cancel = atExit(remove);
  return {
    folder,
    remove() {
      cancel();
      remove();
    },
  };
}

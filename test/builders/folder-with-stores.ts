import { cpSync } from 'node:fs';
import { inject } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** A folder with new stores, copied from those that were made once for all tests. */
export function folderWithStores(folder = temporaryFolder()): string {
  cpSync(inject('newStores'), folder, { recursive: true });
  return folder;
}

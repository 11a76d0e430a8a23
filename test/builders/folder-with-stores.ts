import { cpSync, existsSync, readdirSync } from 'node:fs';
import { inject } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** A folder with new stores, copied from those that were made once for all tests; one that holds anything stays as it is. */
export function folderWithStores(folder = temporaryFolder()): string {
  if (!existsSync(folder) || readdirSync(folder).length === 0)
    cpSync(inject('newStores'), folder, { recursive: true });
  return folder;
}

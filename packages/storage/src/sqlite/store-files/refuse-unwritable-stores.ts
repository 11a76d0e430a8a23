import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { StoreUnusable } from '../../store-errors.ts';
import { storeFile } from './lost-store.ts';
import { DATABASE_ENDS } from './set-aside.ts';

/**
 * To be called before stores are opened for long: SQLite opens a file that it may not write for reading, without a
 * word, and the first event would be the first to tell. The files are not opened, since to close one again ends the
 * locks that this process has on it.
 * @throws StoreUnusable naming the file
 */
export function refuseUnwritableStores(folder: string): void {
  for (const store of ['control', 'events'] as const)
    for (const end of DATABASE_ENDS) refuseUnwritable(storeFile(folder, store) + end);
}

function refuseUnwritable(file: string): void {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    // Whoever closes a store last removes its log.
    if (!existsSync(file)) return;
    throw new StoreUnusable(file, whyOf(file, error as Error));
  }
}

/** In most cases a command was run as root beside a collector that is not. Nobody may write to a disk that is read-only. */
function whyOf(file: string, error: Error): Error {
  if ('code' in error && error.code === 'EROFS') return new Error('its disk is read-only');
  const owner = statSync(file, { throwIfNoEntry: false })?.uid;
  const own = process.getuid?.();
  if (own === undefined || owner === undefined || own === owner) return error;
  return new Error(`it belongs to user ${owner}, and this process is of user ${own}, who may not write it`);
}

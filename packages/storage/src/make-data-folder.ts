import { existsSync, lstatSync, mkdirSync, readlinkSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StoreUnusable } from './store-errors.ts';

/**
 * Make the folder of the embedded stores, and those above it. Node's own `recursive` tries for ever where a file system
 * answers that a folder does not exist and its parent does, as those of the kernel do.
 * @throws StoreUnusable
 */
export function makeDataFolder(folder: string): void {
  try {
    makeWithParents(resolve(folder));
  } catch (error) {
    throw new StoreUnusable(folder, error as Error);
  }
}

function makeWithParents(folder: string): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeWithParents(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process that starts at the same time may have made it.
    if (!isFolder(folder)) throw whatStandsThere(folder) ?? error;
  }
}

/** What has the place of a folder, in words that follow its name; null where nothing has. */
function whatStandsThere(path: string): Error | null {
  if (existsSync(path)) return new Error('it is a file and no folder');
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
  return new Error(`it is a link to ${readlinkSync(path)}, which does not exist`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

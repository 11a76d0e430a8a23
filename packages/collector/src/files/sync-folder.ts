import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Waits until a name that a folder was given is on the disk. Windows opens no folder, and writes a name at once. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  fsyncSync(opened);
  closeSync(opened);
}

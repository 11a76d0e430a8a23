import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the files of a store take on the disk, by their names: logs that were not yet written back and free pages included. */
export function folderBytes(folder: string): Readonly<Record<string, number>> {
  const stores = readdirSync(folder).filter((name) => /\.db(-wal|-shm)?$|^segments/.test(name));
  return Object.fromEntries(stores.map((name) => [name, statSync(join(folder, name)).size]));
}

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { NOTE } from '../seed/seeded-note.ts';

/** What the files of a store take on the disk, by their names: logs that were not yet written back and free pages included. */
export function folderBytes(folder: string): Readonly<Record<string, number>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name !== NOTE);
  return Object.fromEntries(
    names
      .map((name) => [name, statSync(join(folder, name))] as const)
      .filter(([, found]) => found.isFile())
      .map(([name, found]) => [name, found.size]),
  );
}

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const PROGRAM = `
  const [file, from, to] = process.argv.slice(1);
  const db = new (require('node:sqlite').DatabaseSync)(file, { timeout: 5000 });
  db.exec('PRAGMA legacy_alter_table = ON; PRAGMA foreign_keys = OFF');
  db.exec('ALTER TABLE ' + from + ' RENAME TO ' + to);
  db.close();`;

/** A table that belongs to a store, which is a file in the data folder. */
export type StoreTable = readonly [store: 'events' | 'control', table: string];

/**
 * What happens while a table of a store is not there. It is renamed in a process of its own: two SQLite
 * libraries in one process would break each other's locks.
 */
export async function withoutTable<Result>(
  folder: string,
  [store, table]: StoreTable,
  run: () => Promise<Result>,
): Promise<Result> {
  const file = join(folder, `${store}.db`);
  const rename = (from: string, to: string) =>
    execFileSync(process.execPath, ['--no-warnings', '--eval', PROGRAM, file, from, to]);
  rename(table, 'away');
  try {
    return await run();
  } finally {
    rename('away', table);
  }
}

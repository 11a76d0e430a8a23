import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const PROGRAM = `
  const [file, sql] = process.argv.slice(1);
  const db = new (require('node:sqlite').DatabaseSync)(file, { timeout: 5000 });
  db.exec(sql);
  db.close();`;

/** SQL on a store, in a process of its own: two SQLite libraries in one process would break each other's locks. */
export function runSql(folder: string, store: 'control' | 'events' | 'usage', sql: string): void {
  const file = join(folder, `${store}.db`);
  execFileSync(process.execPath, ['--no-warnings', '--eval', PROGRAM, file, sql]);
}

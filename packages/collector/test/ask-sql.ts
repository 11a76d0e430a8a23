import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const PROGRAM = `
  const [file, sql] = process.argv.slice(1);
  const db = new (require('node:sqlite').DatabaseSync)(file, { timeout: 5000, readOnly: true });
  console.log(JSON.stringify(db.prepare(sql).get()));
  db.close();`;

/** The first row that a query finds in the events, by a process of its own: see `runSql`. */
export function askSql(folder: string, sql: string): unknown {
  const args = ['--no-warnings', '--eval', PROGRAM, join(folder, 'events.db'), sql];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

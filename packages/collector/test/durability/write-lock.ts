import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const STORAGE = join(import.meta.dirname, '..', '..', '..', 'storage');

const HOLD = `
  const Database = require('better-sqlite3');
  const db = new Database(process.argv[1]);
  db.exec('BEGIN IMMEDIATE');
  console.log('held');
  process.stdin.on('end', () => { db.exec('ROLLBACK'); db.close(); }).resume();
`;

/** Another process that holds the write lock of the events, as a long command of a person at the machine would. */
export async function holdWriteLock(folder: string): Promise<{ release(): Promise<void> }> {
  const child = spawn(process.execPath, ['--eval', HOLD, join(folder, 'events.db')], {
    cwd: STORAGE,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  return {
    async release() {
      child.stdin.end();
      await exited;
    },
  };
}

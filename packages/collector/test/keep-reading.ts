import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const READ = `
  const db = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
  db.exec('BEGIN');
  db.prepare('SELECT count(*) FROM events').get();
  console.log('reads');
  process.stdin.on('end', () => process.exit()).resume();`;

/** Another process that reads the events as they are now, until the function that is returned is called. */
export async function keepReading(folder: string): Promise<() => Promise<void>> {
  const args = ['--no-warnings', '--eval', READ, join(folder, 'events.db')];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  return async () => {
    child.stdin.end();
    await exited;
  };
}

import { execFileSync } from 'node:child_process';

const PROGRAM = `
  const { readdirSync, readFileSync } = require('node:fs');
  const { join } = require('node:path');
  const [folder, text] = process.argv.slice(1);
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  console.log(files.some(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(text)));`;

/**
 * Whether any file of a folder has a text in it, as `grep -a` tells. Files of an open store are read in a process of their own: to close
 * one takes the locks of all connections to it that a process has, so that another process that opens the store takes itself for the
 * first. https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
 */
export function liesIn(folder: string, text: string): boolean {
  return execFileSync(process.execPath, ['--eval', PROGRAM, folder, text], { encoding: 'utf8' }) === 'true\n';
}

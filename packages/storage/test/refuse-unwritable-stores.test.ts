import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';

const NOBODY = 65_534;

/** What a process that may not write everything is told; one that is started by root becomes nobody first. */
const PROGRAM = `
  const { refuseUnwritable } = await import('@cvq/storage');
  if (process.getuid() === 0) process.setuid(${NOBODY});
  try {
    refuseUnwritable({ folder: process.argv[1] });
    console.log('not refused');
  } catch (error) {
    console.log(error.name + ': ' + error.message);
  }`;

function toldOf(folder: string): string {
  const args = ['--input-type=module', '--eval', PROGRAM, folder];
  return execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' });
}

function folderWith(files: Readonly<Record<string, number>>): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  for (const [name, mode] of Object.entries(files)) {
    writeFileSync(join(folder, name), 'x');
    chmodSync(join(folder, name), mode);
  }
  return folder;
}

describe.skipIf(process.platform === 'win32')('stores that a process may not write', () => {
  it.each(['control.db', 'events.db', 'events.db-wal'])('are refused by the name of the file: %s', (name) => {
    const folder = folderWith({ 'control.db': 0o666, 'events.db': 0o666, [name]: 0o444 });
    expect(toldOf(folder)).toMatch(
      new RegExp(`^StoreUnusable: ${join(folder, name)} cannot be written: .*Check its owner`),
    );
  });

  it.runIf(process.getuid?.() === 0)('are told with their owner, who is another', () => {
    expect(toldOf(folderWith({ 'control.db': 0o644 }))).toContain(
      `it belongs to user 0, and this process is of user ${NOBODY}, who may not write it`,
    );
  });

  it('are not refused where they may be written, or are not there yet', () => {
    expect(toldOf(folderWith({ 'events.db': 0o666 }))).toBe('not refused\n');
  });
});

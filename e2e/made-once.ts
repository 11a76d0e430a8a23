import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const BETWEEN_LOOKS_MS = 50;

/**
 * A folder that `make` has filled. Workers of one run that ask for the same name share it: the first one makes it, and the
 * others wait. Nobody changes it afterwards.
 */
export async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(ownFolder(), name);
  const done = `${folder}.made`;
  while (!existsSync(done)) {
    const isOurs = await mkdir(folder).then(
      () => true,
      () => false,
    );
    if (isOurs) await fill(folder, make).then(() => writeFile(done, ''));
    else await pause(BETWEEN_LOOKS_MS);
  }
  return folder;
}

/** Where it fails, whoever waits tries it next, and tells why it fails as well. */
async function fill(folder: string, make: (folder: string) => Promise<void>): Promise<void> {
  try {
    await make(folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** A process that no runner of several workers has started shares with nobody. */
function ownFolder(): string {
  if (process.env.E2E_FOLDER === undefined) {
    const folder = mkdtempSync(path.join(tmpdir(), 'cvq-e2e-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    process.env.E2E_FOLDER = folder;
  }
  return process.env.E2E_FOLDER;
}

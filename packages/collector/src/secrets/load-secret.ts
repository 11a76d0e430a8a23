import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDataFolder } from '@cvq/storage';
import { BadSetting } from '../config.ts';

const FILE = 'secret';
const MIN_LENGTH = 16;

/**
 * The secret that encrypts stored credentials and hashes: the one given, else the one in the data folder, which
 * is made on first use and readable by its owner alone.
 * @throws BadSetting when the file holds no secret.
 */
export function loadSecret(given: string | null, dataFolder: string): string {
  if (given !== null) return given;
  const file = secretFile(dataFolder);
  if (!existsSync(file)) makeSecret(file);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= MIN_LENGTH) return secret;
  throw new BadSetting(
    `${file} is empty or cut short. Restore it from a backup; without it, what it sealed cannot be read any more.`,
  );
}

export function secretFile(dataFolder: string): string {
  return join(dataFolder, FILE);
}

/**
 * Written and synced under another name before it gets its own: what is sealed with a secret must not outlive it.
 * A link fails when the name is taken, so that two processes that start together agree on one secret.
 */
function makeSecret(file: string): void {
  const draft = `${file}.${process.pid}`;
  makeDataFolder(dirname(file));
  writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDataFolder } from '@cvq/storage';
import { BadSetting } from '../config.ts';
import { readGivenFile } from '../files/read-given-file.ts';
import { UnreadableFile } from '../files/unreadable-file.ts';

const FILE = 'secret';
const MIN_LENGTH = 16;
const MAX_BYTES = 65_536;

/**
 * The secret that encrypts stored credentials and hashes: the one given, else the one in the data folder, which
 * is made on first use and readable by its owner alone.
 * @throws BadSetting when the file holds no secret.
 */
export function loadSecret(given: string | null, dataFolder: string): string {
  if (given !== null) return given;
  const file = secretFile(dataFolder);
  if (!existsSync(file)) makeSecret(file);
  const secret = readSecret(file).trim();
  if (secret.length >= MIN_LENGTH) return secret;
  throw unusable(file, 'is empty or cut short');
}

function readSecret(file: string): string {
  try {
    return readGivenFile(file, { atMost: MAX_BYTES }).toString('utf8');
  } catch (error) {
    if (error instanceof UnreadableFile) throw unusable(file, error.message);
    throw error;
  }
}

function unusable(file: string, reason: string): BadSetting {
  return new BadSetting(
    `${file} ${reason}. It must be the file with the secret, as long as CVQ_SECRET is not set: restore it from a backup. Without it, what it sealed cannot be read any more.`,
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

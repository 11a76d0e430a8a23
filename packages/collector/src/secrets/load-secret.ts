import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDataFolder } from '@cvq/storage';
import { BadSetting } from '../config.ts';
import { readGivenFile } from '../files/read-given-file.ts';
import { syncFolder } from '../files/sync-folder.ts';
import { UnreadableFile } from '../files/unreadable-file.ts';
import { writeDraft } from '../files/write-draft.ts';
import type { SecretPlace } from './secret-place.ts';

const FILE = 'secret';
const PREVIOUS_FILE = 'secret.previous';
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
  return readSecret(file);
}

/**
 * The secret before the present one, while a rotation lasts: the one given, else the one that a rotation has put aside in
 * the data folder; null where there is none.
 * @throws BadSetting when the file holds no secret.
 */
export function loadPreviousSecret({ given, previous, dataFolder }: SecretPlace): string | null {
  if (previous !== null) return previous;
  const file = previousSecretFile(dataFolder);
  return given === null && existsSync(file) ? readSecret(file) : null;
}

/** @throws BadSetting when the file holds no secret. */
export function readSecret(file: string): string {
  try {
    const secret = readGivenFile(file, { atMost: MAX_BYTES }).toString('utf8').trim();
    if (secret.length >= MIN_LENGTH) return secret;
  } catch (error) {
    if (error instanceof UnreadableFile) throw unusable(file, error.message);
    throw error;
  }
  throw unusable(file, 'is empty or cut short');
}

function unusable(file: string, reason: string): BadSetting {
  return new BadSetting(
    `${file} ${reason}. It must be the file with the secret, as long as CVQ_SECRET is not set: restore it from a backup. Without it, what it sealed cannot be read any more.`,
  );
}

/** Where the data folder keeps the secret. */
export function secretFile(dataFolder: string): string {
  return join(dataFolder, FILE);
}

/** Where a rotation keeps the secret before the present one. */
export function previousSecretFile(dataFolder: string): string {
  return join(dataFolder, PREVIOUS_FILE);
}

/**
 * Puts a new secret in the place of the one in the data folder, which is kept beside it. There is a secret at every
 * moment, and both are on the disk before anything can be sealed with the new one. Does nothing where a rotation lasts.
 * To be called by one process at a time.
 */
export function replaceSecretFile(dataFolder: string): void {
  const [file, previous] = [secretFile(dataFolder), previousSecretFile(dataFolder)];
  if (!existsSync(previous)) linkSync(file, previous);
  // One that was interrupted here has the same secret twice.
  if (readSecret(previous) !== readSecret(file)) return;
  const draft = writeSecretBeside(file);
  renameSync(draft, file);
  syncFolder(dataFolder);
}

/** Removes the secret that was kept beside the one in the data folder, if it is still this one. By one process at a time. */
export function removePreviousSecret(dataFolder: string, secret: string): void {
  const file = previousSecretFile(dataFolder);
  if (existsSync(file) && readSecret(file) === secret) rmSync(file);
}

/**
 * Written and synced under another name before it gets its own: what is sealed with a secret must not outlive it.
 * A link fails when the name is taken, so that two processes that start together agree on one secret.
 */
function makeSecret(file: string): void {
  makeDataFolder(dirname(file));
  const draft = writeSecretBeside(file);
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

function writeSecretBeside(file: string): string {
  const draft = `${file}.${process.pid}`;
  writeDraft(draft, randomBytes(32).toString('hex'), { isSynced: true });
  return draft;
}

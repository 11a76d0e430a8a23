import { existsSync } from 'node:fs';
import { previousSecretFile, readSecret, secretFile } from './load-secret.ts';

/** What the files with secrets of a data folder hold; null of one that is not there. */
export type SecretFiles = { readonly secret: string | null; readonly previous: string | null };

/** @throws BadSetting where a file is there and holds no secret */
export function readSecretFiles(dataFolder: string): SecretFiles {
  const read = (file: string) => (existsSync(file) ? readSecret(file) : null);
  return { secret: read(secretFile(dataFolder)), previous: read(previousSecretFile(dataFolder)) };
}

/**
 * The secrets that open what was copied between two readings of the files: a rotation that ended meanwhile has removed the
 * one that a part of the copy was sealed with.
 */
export function secretsMeanwhile(before: SecretFiles, after: SecretFiles): SecretFiles {
  const isReplaced = before.secret !== null && before.secret !== after.secret;
  return {
    secret: after.secret,
    previous: isReplaced ? before.secret : (after.previous ?? before.previous),
  };
}

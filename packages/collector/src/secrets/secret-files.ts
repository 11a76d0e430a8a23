import { existsSync } from 'node:fs';
import { BadSetting } from '../config.ts';
import { previousSecretFile, readSecret, secretFile } from './load-secret.ts';

/** What the files with secrets of a data folder hold; null of one that is not there. */
export type SecretFiles = { readonly secret: string | null; readonly previous: string | null };

/**
 * `areUsed`: whether no setting is in their place. One that is not used and holds no secret counts as one that is not there.
 * @throws BadSetting where a file is used and holds no secret
 */
export function readSecretFiles(dataFolder: string, { areUsed }: { readonly areUsed: boolean }): SecretFiles {
  const read = (file: string) => (existsSync(file) ? readSecretOf(file, areUsed) : null);
  return { secret: read(secretFile(dataFolder)), previous: read(previousSecretFile(dataFolder)) };
}

function readSecretOf(file: string, isUsed: boolean): string | null {
  try {
    return readSecret(file);
  } catch (error) {
    if (isUsed || !(error instanceof BadSetting)) throw error;
    return null;
  }
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

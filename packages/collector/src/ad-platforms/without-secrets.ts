import { cutHashes } from './cut-hashes.ts';

/** A text of a platform as it may be kept: named secrets are `[token]`, hashes are cut to eight characters. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let safe = text;
  for (const secret of secrets) if (secret !== '') safe = safe.replaceAll(secret, '[token]');
  return cutHashes(safe);
}

import { withoutHashes } from '../forwarding/without-hashes.ts';

/**
 * A text of a platform as it may be kept: named secrets are `[token]`, hashes are `[hash]`. Some servers escape what they
 * repeat.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let safe = text;
  for (const secret of secrets) {
    if (secret === '') continue;
    for (const written of [secret, secret.replaceAll('/', '\\/'), encodeURIComponent(secret)])
      safe = safe.replaceAll(written, '[token]');
  }
  return withoutHashes(safe);
}

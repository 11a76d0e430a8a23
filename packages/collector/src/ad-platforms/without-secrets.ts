const HASH = /(?<![0-9a-f])([0-9a-f]{8})[0-9a-f]{56}(?![0-9a-f])/gi;

/** A text of a platform as it may be kept: named secrets are `[token]`, hashes are cut to eight characters. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let safe = text;
  for (const secret of secrets) if (secret !== '') safe = safe.replaceAll(secret, '[token]');
  return safe.replace(HASH, '$1');
}

import { createHmac, hkdfSync } from 'node:crypto';

/** A hash that nobody can try texts on without the installation's secret. Lower-case hexadecimal. */
export type KeyedHash = (text: string) => string;

/** A keyed hash of one purpose: HMAC-SHA-256 with a key derived for it, so that hashes of two purposes never meet. */
export function createKeyedHash(secret: string, purpose: string): KeyedHash {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `cvq ${purpose}`, 32));
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}

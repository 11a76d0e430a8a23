import { createHash } from 'node:crypto';

/** Names a content, whatever its encoding: the first 16 hexadecimal digits of its SHA-256. */
export function contentHash(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

import { hash } from 'node:crypto';

/** Names a content, whatever its encoding: the first 16 hexadecimal digits of its SHA-256. */
export function contentHash(content: Uint8Array | string): string {
  return hash('sha256', content, 'hex').slice(0, 16);
}

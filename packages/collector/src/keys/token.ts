import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from './base62.ts';

const RANDOM_LENGTH = 34;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^(sk|srv)_([A-Za-z0-9]{34})([A-Za-z0-9]{6})$/;

export type TokenPrefix = 'sk' | 'srv';

/** A new token: 34 random base62 characters (202 bits) and a checksum by which scanners can tell it. */
export function createToken(prefix: TokenPrefix): string {
  const random = randomBase62(RANDOM_LENGTH);
  return `${prefix}_${random}${checksumOf(prefix, random)}`;
}

/** True when the text has the prefix, the length and the checksum of a token. Says nothing of its validity. */
export function isWellFormedToken(text: string, prefix: TokenPrefix): boolean {
  const match = SHAPE.exec(text);
  return match !== null && match[1] === prefix && match[3] === checksumOf(prefix, match[2] as string);
}

/** SHA-256 in hex: all that is kept of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function checksumOf(prefix: string, random: string): string {
  return toBase62(crc32(`${prefix}_${random}`), CHECKSUM_LENGTH);
}

import { createHash, randomFillSync } from 'node:crypto';
import { crc32 } from 'node:zlib';

const RANDOM_LENGTH = 34;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^(sk|srv|oat|ort|oac)_([A-Za-z0-9]{34})([A-Za-z0-9]{6})$/;

/** Of keys. */
export type KeyPrefix = 'sk' | 'srv';
/** Also those of OAuth: access tokens, refresh tokens and codes. */
export type TokenPrefix = KeyPrefix | 'oat' | 'ort' | 'oac';

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

/** The token of an `Authorization: Bearer` header, null when there is no such header, '' when it is another. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null;
  return /^Bearer +(\S+)$/i.exec(header)?.[1] ?? '';
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The largest multiple of 62 below 256: bytes from here on would favour the first letters. */
const UNBIASED = 248;

/** Random bytes are drawn in bulk: a call for ten of them costs as much as one for thousands. */
const pool = new Uint8Array(4096);
let used = pool.length;

function nextByte(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool[used] as number;
  // What was given out is not to be found in memory later.
  pool[used] = 0;
  used += 1;
  return byte;
}

/** Random base62 text: about 5.95 bits a character, every character equally likely. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    const byte = nextByte();
    if (byte < UNBIASED) text += ALPHABET[byte % 62];
  }
  return text;
}

/** A non-negative integer in base62, padded to a length. */
function toBase62(value: number, length: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = ALPHABET[rest % 62] + text;
  return text.padStart(length, '0');
}

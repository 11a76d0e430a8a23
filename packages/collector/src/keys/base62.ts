import { randomFillSync } from 'node:crypto';

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
export function toBase62(value: number, length: number): string {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = ALPHABET[rest % 62] + text;
  return text.padStart(length, '0');
}

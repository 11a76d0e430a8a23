import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts what must be kept and must not be readable from the disk. */
export type Sealer = {
  seal(clear: string): Uint8Array;
  /** @throws when the bytes were not sealed with this secret and purpose. */
  open(sealed: Uint8Array): string;
};

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Seals the hashes of user data. */
export function createUserDataSealer(secret: string): Sealer {
  return createSealer(secret, 'user data');
}

/** Endpoints' secrets are kept encrypted: who reads the disk cannot sign. */
export function createSecretSealer(secret: string): Sealer {
  return createSealer(secret, 'webhook secrets');
}

/** A sealer of one purpose: AES-256-GCM with a key derived for it. Layout: version, nonce, tag, ciphertext. */
export function createSealer(secret: string, purpose: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `cvq ${purpose}`, 32));
  return {
    seal(clear) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv);
      const body = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      const bytes = Buffer.from(sealed);
      if (bytes[0] !== VERSION) throw new Error(`Sealed with an unknown version: ${bytes[0]}`);
      const tagStart = 1 + IV_BYTES;
      const bodyStart = tagStart + TAG_BYTES;
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(1, tagStart));
      decipher.setAuthTag(bytes.subarray(tagStart, bodyStart));
      return Buffer.concat([decipher.update(bytes.subarray(bodyStart)), decipher.final()]).toString('utf8');
    },
  };
}

/** True for what was sealed with this secret and purpose. */
export function canOpen(sealer: Sealer, sealed: Uint8Array): boolean {
  try {
    sealer.open(sealed);
    return true;
  } catch {
    return false;
  }
}

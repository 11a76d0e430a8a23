import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { InstallationSecret } from './installation-secret.ts';

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

/** What is sealed with the installation's secret: each purpose has a key of its own. */
const PURPOSES = {
  userData: 'user data',
  webhookSecrets: 'webhook secrets',
  credentials: 'credentials of integrations',
  erasures: 'erasures',
  consents: 'consents of ad platforms',
  canary: 'canary',
} as const;

/** Seals the hashes of user data. */
export function createUserDataSealer(secret: InstallationSecret): Sealer {
  return createSealer(secret, PURPOSES.userData);
}

/** Endpoints' secrets are kept encrypted: who reads the disk cannot sign. */
export function createSecretSealer(secret: InstallationSecret): Sealer {
  return createSealer(secret, PURPOSES.webhookSecrets);
}

/** Seals what lets cvq into the accounts of a project at ad platforms. */
export function createCredentialSealer(secret: InstallationSecret): Sealer {
  return createSealer(secret, PURPOSES.credentials);
}

/** Seals whom an erasure is about, until it is finished. */
export function createErasureSealer(secret: InstallationSecret): Sealer {
  return createSealer(secret, PURPOSES.erasures);
}

/** Seals what a page keeps while somebody gives a consent at an ad platform. */
export function createConsentSealer(secret: InstallationSecret): Sealer {
  return createSealer(secret, PURPOSES.consents);
}

/** Seals the text that proves a secret. */
export function createCanarySealer(secret: InstallationSecret): Sealer {
  return createSealer(secret, PURPOSES.canary);
}

/** AES-256-GCM with a key derived for the purpose. Layout: version, nonce, tag, ciphertext. */
function createSealer({ sealing, alsoOpening }: InstallationSecret, purpose: string): Sealer {
  const key = keyOf(sealing, purpose);
  const otherKey = alsoOpening === null ? null : keyOf(alsoOpening, purpose);
  return {
    seal: (clear) => sealWith(key, clear),
    open(sealed) {
      try {
        return openWith(key, sealed);
      } catch (error) {
        if (otherKey === null) throw error;
        return openWith(otherKey, sealed);
      }
    },
  };
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `cvq ${purpose}`, 32));
}

function sealWith(key: Buffer, clear: string): Uint8Array {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv);
  const body = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), body]);
}

function openWith(key: Buffer, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  if (bytes[0] !== VERSION) throw new Error(`Sealed with an unknown version: ${bytes[0]}`);
  const tagStart = 1 + IV_BYTES;
  const bodyStart = tagStart + TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(1, tagStart));
  decipher.setAuthTag(bytes.subarray(tagStart, bodyStart));
  return Buffer.concat([decipher.update(bytes.subarray(bodyStart)), decipher.final()]).toString('utf8');
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

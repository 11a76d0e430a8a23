import { timingSafeEqual } from 'node:crypto';
import type { RandomBytes } from '../../accounts/access-links.ts';
import type { InstallationSecret } from '../../secrets/installation-secret.ts';
import { createKeyedHash } from '../../secrets/keyed-hash.ts';

/** Tells browsers in which somebody has signed in before, by a cookie that only this installation can make. */
export type KnownBrowsers = {
  /** The id of the browser where the person has signed in here before; null where not. */
  idFor(cookie: string | null, userId: string): string | null;
  /** The cookie for a browser where the person has signed in now. */
  add(cookie: string | null, userId: string): string;
};

const ID_BYTES = 12;
/** Of 256 bits, as hexadecimal. */
const PROOF_LENGTH = 32;
/** People who share a browser. */
const MOST_PEOPLE = 5;

const COOKIE = /^[\w-]{16}(?:\.[0-9a-f]{32})*$/;

/** A cookie is the id of the browser, and after it a proof for each person who has signed in there. */
export function createKnownBrowsers(secret: InstallationSecret, random: RandomBytes): KnownBrowsers {
  const secrets = [secret.sealing, ...(secret.alsoOpening === null ? [] : [secret.alsoOpening])];
  const hashes = secrets.map((text) => createKeyedHash(text, 'known browsers'));
  const [prove] = hashes as [(typeof hashes)[0]];
  const proofWith = (hash: typeof prove, id: string, userId: string) =>
    hash(`${id} ${userId}`).slice(0, PROOF_LENGTH);

  return {
    idFor(cookie, userId) {
      const { id, proofs } = partsOf(cookie);
      if (id === null) return null;
      const wanted = hashes.map((hash) => proofWith(hash, id, userId));
      return proofs.some((proof) => wanted.some((good) => isSame(proof, good))) ? id : null;
    },
    add(cookie, userId) {
      const { id: known, proofs } = partsOf(cookie);
      const id = known ?? Buffer.from(random(ID_BYTES)).toString('base64url');
      const proof = proofWith(prove, id, userId);
      const others = proofs.filter((other) => other !== proof).slice(1 - MOST_PEOPLE);
      return [id, ...others, proof].join('.');
    },
  };
}

function partsOf(cookie: string | null): { id: string | null; proofs: readonly string[] } {
  if (cookie === null || cookie.length > 500 || !COOKIE.test(cookie)) return { id: null, proofs: [] };
  const [id = '', ...proofs] = cookie.split('.');
  return { id, proofs };
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

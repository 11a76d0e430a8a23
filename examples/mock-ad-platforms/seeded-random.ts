import { createHash } from 'node:crypto';

/** Numbers from 0 up to, but not, 1: the same ones for the same seed. */
export function seededRandom(seed: number): () => number {
  let drawn = 0;
  return () => {
    drawn += 1;
    return createHash('sha256').update(`${seed}:${drawn}`).digest().readUInt32BE() / 2 ** 32;
  };
}

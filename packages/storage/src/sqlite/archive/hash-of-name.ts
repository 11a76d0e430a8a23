import { createHash } from 'node:crypto';

/** A short integer that a name of a session is found by. Names that share one are told apart by themselves. */
export function hashOfName(name: string): number {
  return createHash('sha1').update(name).digest().readUIntBE(0, 6);
}

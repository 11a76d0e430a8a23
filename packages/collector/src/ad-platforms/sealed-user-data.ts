import type { Sealer } from '../secrets/sealer.ts';
import type { HashedUserData } from './hashing/hash-user-data.ts';

/** Hashes of user data were sealed with a secret that is lost, or are not as they were stored. */
export class UserDataUnreadable extends Error {
  override readonly name = 'UserDataUnreadable';

  constructor(cause: unknown) {
    super('User data cannot be opened with the secret of this installation', { cause });
  }
}

/**
 * The hashes of user data, as an event keeps them.
 * @throws UserDataUnreadable
 */
export function openUserData(sealer: Pick<Sealer, 'open'>, sealed: Uint8Array): HashedUserData {
  try {
    return JSON.parse(sealer.open(sealed)) as HashedUserData;
  } catch (error) {
    throw new UserDataUnreadable(error);
  }
}

import type { ErasureSubject } from '@cvq/storage';
import { hashUserData } from '../ad-platforms/hashing/hash-user-data.ts';
import { openUserData, UserDataUnreadable } from '../ad-platforms/sealed-user-data.ts';
import type { Sealer } from '../secrets/sealer.ts';
import type { NamedPerson } from './named-person.ts';

type EmailHashes = { readonly google?: { readonly email?: readonly string[] } };

/**
 * A person as the store looks for them. User data is of an address where Google's spelling of it is the same: in small
 * letters, and at Google's own mailboxes without dots and aliases. What Microsoft takes for one can be two people.
 */
export function toErasureSubject(
  { by, value }: NamedPerson,
  userData: Pick<Sealer, 'open'>,
  onUnreadable: () => void,
): ErasureSubject {
  if (by === 'user_id') return { userId: value };
  if (by === 'visitor_id') return { visitorId: value };
  const wanted = emailHashesOf(hashUserData({ email: value }));
  return {
    email: value,
    isOf: (sealed) => emailHashesOf(opened(sealed)).some((hash) => wanted.includes(hash)),
  };

  /** What was sealed with a secret that is lost is nobody's: it lies there until its time is over, as for every reader. */
  function opened(sealed: Uint8Array): EmailHashes {
    try {
      return openUserData(userData, sealed);
    } catch (error) {
      if (!(error instanceof UserDataUnreadable)) throw error;
      onUnreadable();
      return {};
    }
  }
}

const emailHashesOf = ({ google }: EmailHashes) => google?.email ?? [];

import type { ErasureSubject } from '@cvq/storage';
import { hashUserData } from '../ad-platforms/hashing/hash-user-data.ts';
import type { Sealer } from '../secrets/sealer.ts';
import type { NamedPerson } from './named-person.ts';

type EmailHashes = { readonly google?: { readonly email?: readonly string[] } };

/**
 * A person as the store looks for them. User data is of an address where Google's spelling of it is the same: in small letters, and at
 * Google's own mailboxes without dots and aliases. What Microsoft takes for one can be two people.
 */
export function toErasureSubject({ by, value }: NamedPerson, userData: Pick<Sealer, 'open'>): ErasureSubject {
  if (by === 'user_id') return { userId: value };
  if (by === 'visitor_id') return { visitorId: value };
  const wanted = emailHashesOf(hashUserData({ email: value }));
  return {
    email: value,
    isOf: (sealed) => emailHashesOf(opened(userData, sealed)).some((hash) => wanted.includes(hash)),
  };
}

const emailHashesOf = ({ google }: EmailHashes) => google?.email ?? [];

/** What was sealed with a secret that is lost is nobody's: it lies there until its time is over, as for every reader. */
function opened(userData: Pick<Sealer, 'open'>, sealed: Uint8Array): EmailHashes {
  try {
    return JSON.parse(userData.open(sealed)) as EmailHashes;
  } catch {
    return {};
  }
}

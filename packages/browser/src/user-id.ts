import { setHeadPart } from './core/head-parts.ts';
import { changeIdentity, identityAt } from './core/identity.ts';
import { now } from './core/now.ts';
import { mayStore } from './core/storage.ts';
import { isClear } from './core/stored-queue.ts';

/**
 * A user id that is an e-mail address or a phone number. It is as clear as user data, so it lives in memory only, for
 * the life of the page.
 */
let clearUser: string | null | false = null;

/** Says who the visitor is, or with null that nobody knows. */
export function setUserId(userId: string | null): void {
  clearUser = isClear(userId as string) && userId;
  changeIdentity(([visitor, session]) => [visitor, session, clearUser ? null : userId]);
  if (clearUser) setHeadPart('user', () => (clearUser && mayStore() ? { user_id: clearUser } : {}));
}

/** Who the visitor is, if anybody knows. */
export function userIdNow(): string | null {
  return clearUser || identityAt(now())[2];
}

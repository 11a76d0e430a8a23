import { addToHead } from './core/head-parts.ts';
import { changeIdentity, identityAt } from './core/identity.ts';
import { mayKeep } from './core/storage.ts';
import { redactHeads } from './core/stored-queue.ts';

/**
 * A user id that is an e-mail address or a phone number. It is as clear as user data, so it lives in memory only, for
 * the life of the page.
 */
let clearUser: string | null | false = null;

/** Says who the visitor is, or with null that nobody knows. */
export function setUserId(userId: string | null): void {
  const isClear = /@|^\+\d/.test(userId as string);
  clearUser = isClear && userId;
  changeIdentity(([visitor, session]) => [visitor, session, isClear ? null : userId]);
  const inJson = JSON.stringify(userId);
  if (!isClear) return;
  redactHeads((head) => head.replace(inJson, 'null'));
  addToHead(() => (clearUser && mayKeep() ? { user_id: clearUser } : {}));
}

/** Who the visitor is, if anybody knows. */
export function userIdNow(): string | null {
  return clearUser || identityAt(Date.now())[2];
}

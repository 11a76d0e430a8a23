import { setHeadPart } from './core/head-parts.ts';
import { changeIdentity, identityAt } from './core/identity.ts';
import { person, setPerson } from './core/known-person.ts';
import { now } from './core/now.ts';
import { mayStore } from './core/storage.ts';
import { isClear } from './core/stored-queue.ts';

/** Says who the visitor is, or with null that nobody knows. */
export function setUserId(userId: string | null): void {
  const clearUser = userId && isClear(userId) ? userId : undefined;
  setPerson({ ...person, clearUser });
  changeIdentity(([visitor, session]) => [visitor, session, clearUser ? null : userId]);
  if (clearUser)
    setHeadPart('user', () => (person.clearUser && mayStore() ? { user_id: person.clearUser } : {}));
}

/** Who the visitor is, if anybody knows. */
export function userIdNow(): string | null {
  return person.clearUser || identityAt(now())[2];
}

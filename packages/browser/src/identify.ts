import { MAX_ID_LENGTH } from '@cvq/contract/constants';
import { capture } from './core/capture.ts';
import { ownValues } from './core/own-values.ts';
import { safely } from './core/safely.ts';
import { isTracking, whenStarted } from './core/start.ts';
import { userIdOf } from './core/user-id-of.ts';
import { warn } from './core/warn.ts';
import type { Properties } from './properties.ts';
import { isUserDataField, keepUserData, partUserData, type UserData, wireUserData } from './user-data.ts';
import { setUserId, userIdNow } from './user-id.ts';

/**
 * Says who the visitor is by your own user id. Traits that are user data serve later conversions, the others
 * travel as properties of the event `identify`. What cannot be a user id names nobody: the call does nothing but warn.
 */
export function identify(userId: string, traits: UserData & Properties = {}): void {
  safely(() => {
    const own = ownValues(traits);
    const others = Object.entries(own).filter(([name]) => !isUserDataField(name));
    const { properties, found } = partUserData('identify', Object.fromEntries(others));
    const known = { ...found, ...own } as UserData;
    const id = userIdOf(userId);
    if (id === null) {
      // The id itself may be a token, which belongs on no console.
      const isTooLong = typeof userId === 'string' && userId.length > MAX_ID_LENGTH;
      return warn('bad-user-id', isTooLong ? `of ${userId.length} characters` : userId);
    }
    whenStarted(() => setUserId(id));
    keepUserData(known, id);
    capture('identify', properties, {}, wireUserData(known));
  });
}

/** The user id that `identify` was given, on this page or an earlier one. */
export function getUserId(): string | null {
  return safely(() => isTracking() && userIdNow()) || null;
}

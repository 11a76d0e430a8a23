import { capture } from './core/capture.ts';
import { safely } from './core/safely.ts';
import { isTracking, whenStarted } from './core/start.ts';
import type { Properties } from './properties.ts';
import { isUserDataField, keepUserData, type UserData, wireUserData } from './user-data.ts';
import { setUserId, userIdNow } from './user-id.ts';

/**
 * Says who the visitor is by your own user id. Traits that are user data serve later conversions, the others
 * travel as properties of the event `identify`.
 */
export function identify(userId: string, traits: UserData & Properties = {}): void {
  safely(() => {
    const properties = Object.entries(traits).filter(([name]) => !isUserDataField(name));
    whenStarted(() => setUserId(`${userId}`));
    keepUserData(traits);
    capture('identify', Object.fromEntries(properties), {}, wireUserData(traits));
  });
}

/** The user id that `identify` was given, on this page or an earlier one. */
export function getUserId(): string | null {
  return safely(() => isTracking() && userIdNow()) || null;
}

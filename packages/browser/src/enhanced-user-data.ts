import { capture } from './core/capture.ts';
import { safely } from './core/safely.ts';
import { heedOtherTabs } from './core/start.ts';
import { keepUserData, type UserData, wireUserData } from './user-data.ts';

/** Sets user data for the conversions to come on this page. Triggers no event. */
export function setEnhancedUserData(userData: UserData): void {
  safely(() => {
    // A wish of another window is older than what is said here.
    heedOtherTabs();
    keepUserData(userData);
  });
}

/** Sends user data once, for what the session has converted already. It is not kept. */
export function enhance(userData: UserData): void {
  capture('enhance', {}, {}, wireUserData(userData));
}

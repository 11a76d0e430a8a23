import { changeIdentity } from './core/identity.ts';
import { setPerson } from './core/known-person.ts';
import { safely } from './core/safely.ts';
import { whenStarted } from './core/start.ts';
import { setUserId } from './user-id.ts';

/** Starts a new session and forgets the user and their data, as after a sign-out. The visitor stays. */
export function reset(): void {
  safely(() => {
    setPerson({});
    whenStarted(() => {
      setUserId(null);
      // Not the id of a session, so that the next event begins one.
      changeIdentity(([visitor, , user]) => [visitor, '', user]);
    });
  });
}

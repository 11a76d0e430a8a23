import type { SignedInPerson } from '@cvq/contract';
import type { DashboardDeps } from '../operation.ts';
import { beginSession } from './begin-session.ts';
import type { Browser } from './browser.ts';
import { describeSignedIn } from './describe-signed-in.ts';

/** Sign somebody in, and tell who it is. `userId`: null for the owner of the demo. */
export async function signInAs(
  userId: string | null,
  browser: Browser,
  deps: DashboardDeps,
): Promise<SignedInPerson> {
  return describeSignedIn(await beginSession(userId, browser, deps), deps);
}

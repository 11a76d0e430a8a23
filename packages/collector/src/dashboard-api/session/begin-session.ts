import { newSecretToken } from '../../accounts/access-links.ts';
import { ApiError } from '../../errors/api-error.ts';
import { hashToken, randomBase62 } from '../../keys/token.ts';
import type { DashboardDeps } from '../operation.ts';
import type { Browser } from './browser.ts';
import { IDLE_MS, LONGEST_MS } from './session-times.ts';
import type { SignedIn } from './signed-in.ts';
import { ownerOf } from './who-asks.ts';

type Deps = Pick<DashboardDeps, 'control' | 'now' | 'random' | 'knownBrowsers' | 'opensDemo'>;

/**
 * Sign somebody in at a browser: always with a new token, whatever the browser brought; the session that it had ends.
 * `userId`: null for the owner of the demo, who gives no password.
 * @throws ApiError link_gone where they are nobody any more
 */
export async function beginSession(userId: string | null, browser: Browser, deps: Deps): Promise<SignedIn> {
  const { control, random } = deps;
  const now = deps.now();
  await endSessionOf(browser, deps);
  await control.endSessionsBefore({ created: now - LONGEST_MS, seen: now - IDLE_MS });
  const token = newSecretToken(random);
  const session = {
    id: `ses_${randomBase62(12)}`,
    userId,
    createdAt: now,
    network: browser.network,
    provenAt: userId === null ? null : now,
    browser: browser.name,
  };
  const by = await ownerOf({ ...session, lastSeenAt: now, isRenewalDue: false }, deps);
  if (by === null) throw new ApiError('link_gone', 'Nobody can sign in as them any more.');
  await control.createSession({ ...session, tokenHash: hashToken(token) });
  browser.keep('session', token);
  if (userId !== null) browser.keep('known', deps.knownBrowsers.add(browser.known, userId));
  return by;
}

/** End the session that a browser brought, if it is one. */
async function endSessionOf({ sessionToken }: Browser, { control, now }: Deps): Promise<void> {
  if (sessionToken === null) return;
  const session = await control.findSession(hashToken(sessionToken), now());
  if (session !== null) await control.endSession(session.id);
}

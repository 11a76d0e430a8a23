import type { DashboardSession } from '@cvq/storage';
import { newSecretToken } from '../../accounts/access-links.ts';
import { demoProjectId } from '../../demo/demo-project.ts';
import { hashToken } from '../../keys/token.ts';
import type { DashboardDeps } from '../operation.ts';
import type { Browser } from './browser.ts';
import { EARLIER_TOKEN_MS, hasEnded, NOTED_EVERY_MS } from './session-times.ts';
import type { SignedIn } from './signed-in.ts';

type Deps = Pick<DashboardDeps, 'control' | 'now' | 'random' | 'opensDemo'>;

/**
 * Who has signed in at a browser, as of this very request: a session that has ended, and a person who was disabled or
 * deleted, are nobody. Writes down that the session is used, and gives it another token where that is due.
 */
export async function whoAsks(browser: Browser, deps: Deps): Promise<SignedIn | null> {
  const { control, now } = deps;
  if (browser.sessionToken === null) return null;
  const session = await control.findSession(hashToken(browser.sessionToken), now());
  if (session === null) return null;
  if (hasEnded(session, now())) {
    await control.endSession(session.id);
    return null;
  }
  const by = await ownerOf(session, deps);
  if (by === null) return null;
  if (session.isRenewalDue) await renew(session, browser, deps);
  if (now() - session.lastSeenAt >= NOTED_EVERY_MS)
    await control.changeSession(session.id, { lastSeenAt: now() });
  return by;
}

/** Whose session it is; null where they are nobody any more. */
export async function ownerOf(
  session: DashboardSession,
  { control, opensDemo }: Pick<Deps, 'control' | 'opensDemo'>,
): Promise<SignedIn | null> {
  if (session.userId !== null) {
    const user = await control.findUser(session.userId);
    return user === null || user.disabledAt !== null ? null : { kind: 'person', session, user };
  }
  const project = opensDemo && !(await control.hasPeople()) ? await demoProjectId(control) : null;
  return project === null ? null : { kind: 'demo', session, project };
}

async function renew({ id }: DashboardSession, browser: Browser, { control, now, random }: Deps) {
  const token = newSecretToken(random);
  if (await control.renewSession(id, hashToken(token), now() + EARLIER_TOKEN_MS))
    browser.keep('session', token);
}

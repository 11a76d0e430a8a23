import type { SignedInPerson } from '@cvq/contract';
import { requireGoodPassword } from '../../accounts/passwords.ts';
import { newPerson } from '../../accounts/people.ts';
import type { ActingDeps } from '../operation.ts';
import { auditedSelf } from './audited-self.ts';
import type { Browser } from './browser.ts';
import { redeem } from './redeem-link.ts';
import { signInAs } from './sign-in-as.ts';

/** Somebody new, as they wrote themselves down. */
type Written = {
  readonly email: string;
  readonly name?: string | undefined;
  readonly password: string;
};

type Beginning = {
  readonly browser: Browser;
  readonly deps: ActingDeps;
  /** The operation that does it. */
  readonly action: 'set_up' | 'sign_up';
  /** The token of a set-up link, which is asked for once everything else is right. @throws ApiError */
  token(): Promise<string>;
};

/**
 * Makes the first person, a superadmin, and signs them in. Of several who try at the same moment one is let in.
 * @throws Refused for a bad address or password
 * @throws ApiError link_gone
 */
export async function beginAsFirst(
  { password, ...written }: Written,
  { browser, deps, action, token }: Beginning,
): Promise<SignedInPerson> {
  const user = newPerson({ ...written, isSuperadmin: true }, deps.now());
  requireGoodPassword(password, user.email);
  const passwordHash = await deps.passwords.hash(password);
  const make = async () => redeem(await token(), { user: { ...user, passwordHash } }, deps);
  await auditedSelf(user, { action, make, told: () => ({ after: { superadmin: true } }) }, deps);
  return signInAs(user.id, browser, deps);
}

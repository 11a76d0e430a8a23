import { RedeemInvitationBody, SignedInResponse } from '@cvq/contract';
import type { Redeemed, Redemption, User } from '@cvq/storage';
import { logOf } from '../../accounts/members.ts';
import { requireGoodPassword } from '../../accounts/passwords.ts';
import { newPerson } from '../../accounts/people.ts';
import { ApiError } from '../../errors/api-error.ts';
import { type ActingDeps, defineDashboardOperation } from '../operation.ts';
import { auditedSelf } from '../session/audited-self.ts';
import { describeSignedIn } from '../session/describe-signed-in.ts';
import { requireSecureAddress } from '../session/guard-request.ts';
import { findInvitation, isInvited, redeem } from '../session/redeem-link.ts';
import { signInAs } from '../session/sign-in-as.ts';

export const redeemInvitation = defineDashboardOperation({
  name: 'redeem_invitation',
  tag: 'Signing in',
  method: 'POST',
  path: '/invitations/redeem',
  summary: 'Accept an invitation',
  description:
    'Somebody new chooses a password and is signed in. Who is a person already signs in first, and gives none. No role is lowered: who has a higher one by then keeps it, as `projects` and `accounts` tell.',
  who: 'anybody',
  stepUp: false,
  body: RedeemInvitationBody,
  response: SignedInResponse,
  errors: ['link_gone', 'conflict', 'insecure_address'],
  async run({ by, args: { token, name, password }, browser }, deps) {
    requireSecureAddress(deps.address());
    const { invited } = await findInvitation(token, deps);
    const { email, place, role } = invited;
    if (isInvited(by, invited)) {
      const redemption = { member: { userId: by.user.id, place, role } };
      await accept({ token, user: by.user, redemption }, deps);
      return { data: await describeSignedIn(by, deps) };
    }
    if (password === undefined) throw passwordNeeded(email);
    requireGoodPassword(password, email);
    // Not before: whether there is such a person is told to nobody who would not become them if there were none.
    if ((await deps.control.findUser(email)) !== null) throw signInFirst(email);
    const user = newPerson({ email, name, isSuperadmin: false }, deps.now());
    const passwordHash = await deps.passwords.hash(password);
    const member = { userId: user.id, place, role };
    await accept({ token, user, redemption: { user: { ...user, passwordHash }, member } }, deps);
    return { data: await signInAs(user.id, browser, deps) };
  },
});

type Acceptance = {
  readonly token: string;
  readonly user: Pick<User, 'id' | 'email'>;
  readonly redemption: Redemption & Required<Pick<Redemption, 'member'>>;
};

async function accept({ token, user, redemption }: Acceptance, deps: ActingDeps): Promise<void> {
  const { place } = redemption.member;
  const change = {
    action: 'redeem_invitation',
    ...(await logOf(deps.control, place)),
    make: () => redeem(token, redemption, deps),
    told: ({ role }: Redeemed) => ({ after: { role } }),
  };
  await auditedSelf(user, change, deps);
}

function signInFirst(email: string): ApiError {
  return new ApiError('conflict', `Sign in as ${email}, and open the link again.`);
}

function passwordNeeded(email: string): ApiError {
  const fields = [{ field: 'password', message: 'is required and must be a string' }];
  return new ApiError('invalid_request', `Choose a password, or sign in as ${email} first.`, {
    details: { fields },
  });
}

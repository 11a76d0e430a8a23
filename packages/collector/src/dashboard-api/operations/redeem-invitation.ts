import { RedeemInvitationBody, SignedInResponse } from '@cvq/contract';
import { requireGoodPassword } from '../../accounts/passwords.ts';
import { newPerson } from '../../accounts/people.ts';
import { ApiError } from '../../errors/api-error.ts';
import { defineDashboardOperation } from '../operation.ts';
import { describeSignedIn } from '../session/describe-signed-in.ts';
import { requireSecureAddress } from '../session/guard-request.ts';
import { findInvitation, redeem } from '../session/redeem-link.ts';
import { signInAs } from '../session/sign-in-as.ts';

export const redeemInvitation = defineDashboardOperation({
  name: 'redeem_invitation',
  tag: 'Signing in',
  method: 'POST',
  path: '/invitations/redeem',
  summary: 'Accept an invitation',
  description:
    'Somebody new chooses a password and is signed in. Who is a person already signs in first, and gives none.',
  who: 'anybody',
  stepUp: false,
  body: RedeemInvitationBody,
  response: SignedInResponse,
  errors: ['link_gone', 'conflict', 'insecure_address'],
  async run({ by, args: { token, name, password }, browser }, deps) {
    requireSecureAddress(deps.address());
    const { email, place, role } = (await findInvitation(token, deps)).invited;
    if (by?.kind === 'person' && by.user.email === email) {
      await redeem(token, { member: { userId: by.user.id, place, role } }, deps);
      return { data: await describeSignedIn(by, deps) };
    }
    if ((await deps.control.findUser(email)) !== null) throw signInFirst(email);
    if (password === undefined) throw passwordNeeded();
    const user = newPerson({ email, name, isSuperadmin: false }, deps.now());
    requireGoodPassword(password, email);
    const passwordHash = await deps.passwords.hash(password);
    const member = { userId: user.id, place, role };
    await redeem(token, { user: { ...user, passwordHash }, member }, deps);
    return { data: await signInAs(user.id, browser, deps) };
  },
});

function signInFirst(email: string): ApiError {
  return new ApiError('conflict', `Sign in as ${email}, and open the link again.`);
}

function passwordNeeded(): ApiError {
  const fields = [{ field: 'password', message: 'is required and must be a string' }];
  return new ApiError('invalid_request', 'Choose a password.', { details: { fields } });
}

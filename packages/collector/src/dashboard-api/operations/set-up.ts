import { SetUpBody, SignedInResponse } from '@cvq/contract';
import { requireGoodPassword } from '../../accounts/passwords.ts';
import { newPerson } from '../../accounts/people.ts';
import { defineDashboardOperation } from '../operation.ts';
import { requireSecureAddress } from '../session/guard-request.ts';
import { findLink, redeem } from '../session/redeem-link.ts';
import { signInAs } from '../session/sign-in-as.ts';

export const setUp = defineDashboardOperation({
  name: 'set_up',
  tag: 'Signing in',
  method: 'POST',
  path: '/set-up',
  summary: 'Make the first person',
  description:
    'With the link that `cvq serve` prints while there is nobody. They see every project, and manage accounts and people.',
  who: 'anybody',
  stepUp: false,
  body: SetUpBody,
  response: SignedInResponse,
  errors: ['link_gone', 'conflict', 'insecure_address'],
  async run({ args, browser }, deps) {
    requireSecureAddress(deps.address());
    await findLink(args.token, 'set_up', deps);
    const user = newPerson({ ...args, isSuperadmin: true }, deps.now());
    requireGoodPassword(args.password, user.email);
    const passwordHash = await deps.passwords.hash(args.password);
    await redeem(args.token, { user: { ...user, passwordHash } }, deps);
    return { data: await signInAs(user.id, browser, deps) };
  },
});

import { RedeemResetBody, SignedInResponse } from '@cvq/contract';
import { requireGoodPassword } from '../../accounts/passwords.ts';
import { revokeGrantsOf } from '../../grants/revoke-grants-of.ts';
import { defineDashboardOperation } from '../operation.ts';
import { auditedSelf } from '../session/audited-self.ts';
import { requireSecureAddress } from '../session/guard-request.ts';
import { findLink, linkGone, redeem } from '../session/redeem-link.ts';
import { signInAs } from '../session/sign-in-as.ts';

export const redeemReset = defineDashboardOperation({
  name: 'redeem_reset',
  tag: 'Signing in',
  method: 'POST',
  path: '/resets/redeem',
  summary: 'Choose a new password by a link',
  description:
    'All sessions of the person end, and what they allowed applications. This browser gets a new session.',
  who: 'anybody',
  stepUp: false,
  body: RedeemResetBody,
  response: SignedInResponse,
  errors: ['link_gone', 'insecure_address'],
  async run({ args, browser }, deps) {
    requireSecureAddress(deps.address());
    const { userId } = await findLink(args.token, 'reset', deps);
    const user = userId === null ? null : await deps.control.findUser(userId);
    if (user === null || user.disabledAt !== null) throw linkGone();
    requireGoodPassword(args.password, user.email);
    const passwordHash = await deps.passwords.hash(args.password);
    const make = () => redeem(args.token, { password: { userId: user.id, passwordHash } }, deps);
    await auditedSelf(user, { action: 'redeem_reset', make }, deps);
    const { control, now, from } = deps;
    const actor = { kind: 'person', userId: user.id } as const;
    await revokeGrantsOf({ control, now, from, actor }, user.id);
    return { data: await signInAs(user.id, browser, deps) };
  },
});

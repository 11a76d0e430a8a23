import { ChangePasswordBody, SignedInResponse } from '@cvq/contract';
import { requireGoodPassword } from '../../accounts/passwords.ts';
import { revokeGrantsOf } from '../../grants/revoke-grants-of.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';
import { auditedSelf } from '../session/audited-self.ts';
import { proveSelf } from '../session/prove-self.ts';
import { signInAs } from '../session/sign-in-as.ts';

export const changePassword = defineDashboardOperation({
  name: 'change_password',
  tag: 'You',
  method: 'POST',
  path: '/me/password',
  summary: 'Change the password',
  description:
    'All sessions of the person end, and applications that they let in too where that is asked for. This browser gets a new session.',
  who: 'person',
  stepUp: false,
  body: ChangePasswordBody,
  response: SignedInResponse,
  async run({ by, args, browser }, deps) {
    const { user } = by;
    requireGoodPassword(args.new_password, user.email, 'new_password');
    const claim = { user, password: args.current_password, field: 'current_password', browser };
    await proveSelf(claim, deps);
    const passwordHash = await deps.passwords.hash(args.new_password);
    const make = () => deps.control.changeUser(user.id, { passwordHash });
    await auditedSelf(user, { action: 'change_password', make }, deps);
    if (args.end_applications) await revokeGrantsOf(asPerson(by, deps), user.id);
    return { data: await signInAs(user.id, browser, deps) };
  },
});

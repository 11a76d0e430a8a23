import { ChangePasswordBody, SignedInResponse } from '@cvq/contract';
import { requireGoodPassword } from '../../accounts/passwords.ts';
import { defineDashboardOperation } from '../operation.ts';
import { auditedSelf } from '../session/audited-self.ts';
import { proveSelf } from '../session/prove-self.ts';
import { signInAs } from '../session/sign-in-as.ts';

export const changePassword = defineDashboardOperation({
  name: 'change_password',
  tag: 'You',
  method: 'POST',
  path: '/me/password',
  summary: 'Change the password',
  description: 'All sessions of the person end. This browser gets a new one.',
  who: 'person',
  stepUp: false,
  body: ChangePasswordBody,
  response: SignedInResponse,
  async run({ by: { user }, args, browser }, deps) {
    requireGoodPassword(args.new_password, user.email, 'new_password');
    const claim = { user, password: args.current_password, field: 'current_password', browser };
    await proveSelf(claim, deps);
    const passwordHash = await deps.passwords.hash(args.new_password);
    const make = () => deps.control.changeUser(user.id, { passwordHash });
    await auditedSelf(user, { action: 'change_password', make }, deps);
    return { data: await signInAs(user.id, browser, deps) };
  },
});

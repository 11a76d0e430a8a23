import { SignedInResponse, SignInBody } from '@cvq/contract';
import { ApiError } from '../../errors/api-error.ts';
import { defineDashboardOperation } from '../operation.ts';
import { auditedSelf } from '../session/audited-self.ts';
import { checkPassword } from '../session/check-password.ts';
import { requireSecureAddress } from '../session/guard-request.ts';
import { signInAs } from '../session/sign-in-as.ts';

export const signIn = defineDashboardOperation({
  name: 'sign_in',
  tag: 'Signing in',
  method: 'POST',
  path: '/sign-in',
  summary: 'Sign in',
  description:
    'With e-mail address and password. A session that the browser had ends. Failures cost a wait that grows.',
  who: 'anybody',
  stepUp: false,
  body: SignInBody,
  response: SignedInResponse,
  errors: ['sign_in_failed', 'insecure_address'],
  async run({ args, browser }, deps) {
    requireSecureAddress(deps.address());
    const email = args.email.trim().toLowerCase();
    const userId = await checkPassword({ email, password: args.password, browser }, deps);
    if (userId === null) throw signInFailed();
    const make = () => signInAs(userId, browser, deps);
    return { data: await auditedSelf({ id: userId, email }, { action: 'sign_in', make }, deps) };
  },
});

/** The same for every way to be wrong. */
function signInFailed(): ApiError {
  return new ApiError('sign_in_failed', 'The e-mail address or the password is wrong.', {
    headers: { 'WWW-Authenticate': 'Session realm="cvq dashboard"' },
  });
}

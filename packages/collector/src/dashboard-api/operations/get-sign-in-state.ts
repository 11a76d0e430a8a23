import { SignInStateResponse } from '@cvq/contract';
import { defineDashboardOperation } from '../operation.ts';
import { whyInsecure } from '../session/guard-request.ts';

export const getSignInState = defineDashboardOperation({
  name: 'get_sign_in_state',
  tag: 'Signing in',
  method: 'GET',
  path: '/sign-in',
  summary: 'What somebody meets who opens the dashboard',
  description: 'Whether they have signed in, whether there is nobody yet, and whether they can sign in here.',
  who: 'anybody',
  stepUp: false,
  response: SignInStateResponse,
  async run({ by }, { control, address }) {
    const needsSetUp = !(await control.hasPeople());
    return { data: { signed_in: by !== null, needs_set_up: needsSetUp, refused: whyInsecure(address()) } };
  },
});

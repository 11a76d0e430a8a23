import { SignedInResponse } from '@cvq/contract';
import { defineDashboardOperation } from '../operation.ts';
import { describeSignedIn } from '../session/describe-signed-in.ts';

export const getMe = defineDashboardOperation({
  name: 'get_me',
  tag: 'You',
  method: 'GET',
  path: '/me',
  summary: 'Who has signed in',
  description:
    'The person, the projects that they can reach with their role, and the session of this browser.',
  who: 'signed_in',
  stepUp: false,
  response: SignedInResponse,
  async run({ by }, deps) {
    return { data: await describeSignedIn(by, deps) };
  },
});

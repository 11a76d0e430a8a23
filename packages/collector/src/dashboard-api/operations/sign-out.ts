import { DONE, DoneResponse, NoFieldsBody } from '@cvq/contract';
import { defineDashboardOperation } from '../operation.ts';

export const signOut = defineDashboardOperation({
  name: 'sign_out',
  tag: 'Signing in',
  method: 'POST',
  path: '/sign-out',
  summary: 'Sign out',
  description: 'The session of this browser ends.',
  who: 'signed_in',
  stepUp: false,
  body: NoFieldsBody,
  response: DoneResponse,
  async run({ by, browser }, { control }) {
    await control.endSession(by.session.id);
    browser.keep('session', null);
    return DONE;
  },
});

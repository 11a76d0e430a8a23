import { DONE, DoneResponse, NoFieldsBody } from '@cvq/contract';
import { defineDashboardOperation } from '../operation.ts';
import { auditedSelf } from '../session/audited-self.ts';

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
  async run({ by, browser }, deps) {
    const make = () => deps.control.endSession(by.session.id);
    await auditedSelf(by.kind === 'person' ? by.user : null, { action: 'sign_out', make }, deps);
    browser.keep('session', null);
    return DONE;
  },
});

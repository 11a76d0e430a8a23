import { DONE, DoneResponse, NoFieldsBody } from '@cvq/contract';
import { defineDashboardOperation } from '../operation.ts';
import { auditedSelf } from '../session/audited-self.ts';

export const signOutEverywhere = defineDashboardOperation({
  name: 'sign_out_everywhere',
  tag: 'You',
  method: 'POST',
  path: '/sign-out-everywhere',
  summary: 'Sign out everywhere',
  description: 'All sessions of the person end, that of this browser among them.',
  who: 'signed_in',
  stepUp: false,
  body: NoFieldsBody,
  response: DoneResponse,
  async run({ by, browser }, deps) {
    const make = () => deps.control.endSessionsOf(by.session.userId);
    await auditedSelf(by.kind === 'person' ? by.user : null, { action: 'sign_out_everywhere', make }, deps);
    browser.keep('session', null);
    return DONE;
  },
});

import { SetUpBody, SignedInResponse } from '@cvq/contract';
import { defineDashboardOperation } from '../operation.ts';
import { beginAsFirst } from '../session/begin-as-first.ts';
import { requireSecureAddress } from '../session/guard-request.ts';
import { findLink } from '../session/redeem-link.ts';

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
  async run({ args: { token, ...written }, browser }, deps) {
    requireSecureAddress(deps.address());
    await findLink(token, 'set_up', deps);
    return {
      data: await beginAsFirst(written, { browser, deps, action: 'set_up', token: async () => token }),
    };
  },
});

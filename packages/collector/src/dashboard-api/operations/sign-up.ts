import { SignedInResponse, SignUpBody } from '@cvq/contract';
import { createLink } from '../../accounts/access-links.ts';
import { ApiError } from '../../errors/api-error.ts';
import { defineDashboardOperation } from '../operation.ts';
import { beginAsFirst } from '../session/begin-as-first.ts';
import { requireSecureAddress } from '../session/guard-request.ts';

export const signUp = defineDashboardOperation({
  name: 'sign_up',
  tag: 'Signing in',
  method: 'POST',
  path: '/sign-up',
  summary: 'Make the first person as the owner of the demo',
  description:
    'Who opened the demo by the link that `npm start` printed needs no other link. The demo ends with it, and the printed set-up link too.',
  who: 'signed_in',
  stepUp: false,
  body: SignUpBody,
  response: SignedInResponse,
  errors: ['not_allowed', 'conflict', 'link_gone', 'insecure_address'],
  async run({ by, args, browser }, deps) {
    if (by.kind !== 'demo') throw new ApiError('not_allowed', 'You have signed up already.');
    const address = deps.address();
    requireSecureAddress(address);
    async function token(): Promise<string> {
      const link = await createLink({ ...deps, origin: address.origin }, 'set_up');
      if (link === null) throw new ApiError('conflict', 'Somebody has signed up already. Sign in.');
      return new URL(link.address).hash.slice(1);
    }
    return { data: await beginAsFirst(args, { browser, deps, action: 'sign_up', token }) };
  },
});

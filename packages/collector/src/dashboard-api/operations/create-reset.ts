import { CreateResetBody, CreateResetResponse } from '@cvq/contract';
import { createResetLink } from '../../accounts/invitations.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const createReset = defineDashboardOperation({
  name: 'create_reset',
  tag: 'People',
  method: 'POST',
  path: '/resets',
  summary: 'Make a link that resets a password',
  description: 'It is good for 60 minutes and works once. As there may be no mail, hand it over yourself.',
  who: 'superadmin',
  stepUp: true,
  body: CreateResetBody,
  response: CreateResetResponse,
  errors: ['not_found'],
  async run({ by, args }, deps) {
    const { address, expiresAt } = await createResetLink(asPerson(by, deps), args.user);
    return { data: { link: address, expires_at: new Date(expiresAt).toISOString() } };
  },
});

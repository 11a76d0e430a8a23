import { DONE, DoneResponse, GrantParams } from '@cvq/contract';
import { revokeGrant as revoke } from '../../grants/revoke-grant.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const revokeGrant = defineDashboardOperation({
  name: 'revoke_grant',
  tag: 'Applications',
  method: 'DELETE',
  path: '/grants/{grant}',
  summary: 'Revoke what an application may do',
  description: 'Its next request is refused. One of another person is not found.',
  who: 'person',
  stepUp: false,
  params: GrantParams,
  response: DoneResponse,
  errors: ['not_found'],
  async run({ by, args }, deps) {
    await revoke(asPerson(by, deps), args.grant);
    return DONE;
  },
});

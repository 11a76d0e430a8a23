import { AccountParams, ListClientRelationshipsResponse } from '@cvq/contract';
import { relationshipsOf } from '../../accounts/agencies.ts';
import { clientRelationshipJson } from '../client-relationship-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const listClientRelationships = defineDashboardOperation({
  name: 'list_client_relationships',
  tag: 'Agencies',
  method: 'GET',
  path: '/accounts/{account}/client-relationships',
  summary: 'Agencies and clients of an account',
  description: 'Open invitations, those that are active and those that have ended, oldest first.',
  who: 'person',
  atLeast: 'viewer',
  stepUp: false,
  params: AccountParams,
  response: ListClientRelationshipsResponse,
  errors: ['not_found'],
  async run({ by, args: { account } }, deps) {
    const found = await relationshipsOf(asPerson(by, deps), account);
    const seen = { seenBy: account, control: deps.control };
    return { data: await Promise.all(found.map((each) => clientRelationshipJson(each, seen))) };
  },
});

import { ClientParams, ClientRelationshipResponse } from '@cvq/contract';
import { endClient as end } from '../../accounts/agencies.ts';
import { clientRelationshipJson } from '../client-relationship-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const endClient = defineDashboardOperation({
  name: 'end_client',
  tag: 'Agencies',
  method: 'DELETE',
  path: '/agencies/{agency}/clients/{client}',
  summary: 'End what an agency does for a client',
  description:
    'By an admin of either side. The agency, its keys and its people lose the projects with their next request.',
  who: 'person',
  atLeast: 'admin',
  stepUp: true,
  params: ClientParams,
  response: ClientRelationshipResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args }, deps) {
    const relationship = await end(asPerson(by, deps), args);
    const seen = { seenBy: args.agency, control: deps.control };
    return { data: await clientRelationshipJson(relationship, seen) };
  },
});

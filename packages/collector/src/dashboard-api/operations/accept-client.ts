import { ClientParams, ClientRelationshipResponse, NoFieldsBody } from '@cvq/contract';
import { acceptClient as accept } from '../../accounts/agencies.ts';
import { clientRelationshipJson } from '../client-relationship-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const acceptClient = defineDashboardOperation({
  name: 'accept_client',
  tag: 'Agencies',
  method: 'POST',
  path: '/agencies/{agency}/clients/{client}/accept',
  summary: 'Accept the invitation of an agency',
  description: 'By an admin of the client. The agency sees its projects from then on.',
  who: 'person',
  atLeast: 'admin',
  stepUp: true,
  params: ClientParams,
  body: NoFieldsBody,
  response: ClientRelationshipResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args }, deps) {
    const relationship = await accept(asPerson(by, deps), args);
    const seen = { seenBy: args.client, control: deps.control };
    return { data: await clientRelationshipJson(relationship, seen) };
  },
});

import { AgencyParams, ClientRelationshipResponse, InviteClientBody } from '@cvq/contract';
import { inviteClient as invite } from '../../accounts/agencies.ts';
import { clientRelationshipJson } from '../client-relationship-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const inviteClient = defineDashboardOperation({
  name: 'invite_client',
  tag: 'Agencies',
  method: 'POST',
  path: '/agencies/{agency}/clients',
  summary: 'Invite a client of an agency',
  description: 'By an admin of the agency. It sees nothing before the client accepts.',
  who: 'person',
  atLeast: 'admin',
  stepUp: false,
  params: AgencyParams,
  body: InviteClientBody,
  response: ClientRelationshipResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args }, deps) {
    const relationship = await invite(asPerson(by, deps), args);
    const seen = { seenBy: args.agency, control: deps.control };
    return { data: await clientRelationshipJson(relationship, seen) };
  },
});

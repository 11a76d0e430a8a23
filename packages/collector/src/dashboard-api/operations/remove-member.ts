import { DONE, DoneResponse, MemberParams, MembersQuery } from '@cvq/contract';
import { removeMember as remove } from '../../accounts/members.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const removeMember = defineDashboardOperation({
  name: 'remove_member',
  tag: 'People',
  method: 'DELETE',
  path: '/members/{user}',
  summary: 'End a membership',
  description:
    'They lose access with their next request, and the invitations that they made there are worth nothing.',
  who: 'person',
  atLeast: 'admin',
  stepUp: true,
  query: MembersQuery,
  params: MemberParams,
  response: DoneResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args }, deps) {
    await remove(asPerson(by, deps), args);
    return DONE;
  },
});

import { DONE, DoneResponse, UserParams } from '@cvq/contract';
import { deleteUser as remove } from '../../accounts/people.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const deleteUser = defineDashboardOperation({
  name: 'delete_user',
  tag: 'People',
  method: 'DELETE',
  path: '/users/{user}',
  summary: 'Delete a person',
  description:
    'With their memberships. Keys that they made keep working, and the audit log keeps their address.',
  who: 'superadmin',
  stepUp: true,
  params: UserParams,
  response: DoneResponse,
  errors: ['not_found'],
  async run({ by, args: { user } }, deps) {
    await remove(asPerson(by, deps), user);
    return DONE;
  },
});

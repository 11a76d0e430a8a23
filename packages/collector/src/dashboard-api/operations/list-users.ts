import { ListUsersResponse } from '@cvq/contract';
import { listUsers as list } from '../../accounts/people.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';
import { userJson } from '../user-json.ts';

export const listUsers = defineDashboardOperation({
  name: 'list_users',
  tag: 'People',
  method: 'GET',
  path: '/users',
  summary: 'All people',
  description: 'Oldest first.',
  who: 'superadmin',
  stepUp: false,
  response: ListUsersResponse,
  async run({ by }, deps) {
    const users = await list(asPerson(by, deps));
    return { data: await Promise.all(users.map((user) => userJson(user, deps.control))) };
  },
});

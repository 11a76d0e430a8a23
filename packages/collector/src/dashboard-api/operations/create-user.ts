import { CreateUserBody, UserResponse } from '@cvq/contract';
import { createUser as create } from '../../accounts/people.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';
import { userJson } from '../user-json.ts';

export const createUser = defineDashboardOperation({
  name: 'create_user',
  tag: 'People',
  method: 'POST',
  path: '/users',
  summary: 'Make a person',
  description:
    'Without a password: hand them a link that resets it. They see nothing before they are a member somewhere, unless they are a superadmin.',
  who: 'superadmin',
  stepUp: true,
  body: CreateUserBody,
  response: UserResponse,
  errors: ['conflict'],
  async run({ by, args: { email, name, superadmin = false } }, deps) {
    const given = { email, name, isSuperadmin: superadmin, password: null };
    return { data: await userJson(await create(asPerson(by, deps), given), deps.control) };
  },
});

import { NoFieldsBody, UserParams, UserResponse } from '@cvq/contract';
import { setDisabled } from '../../accounts/people.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';
import { userJson } from '../user-json.ts';

export const enableUser = defineDashboardOperation({
  name: 'enable_user',
  tag: 'People',
  method: 'POST',
  path: '/users/{user}/enable',
  summary: 'Let a person in again',
  description: 'They may sign in again.',
  who: 'superadmin',
  stepUp: true,
  params: UserParams,
  body: NoFieldsBody,
  response: UserResponse,
  errors: ['not_found'],
  async run({ by, args: { user } }, deps) {
    const changed = await setDisabled(asPerson(by, deps), user, false);
    return { data: await userJson(changed, deps.control) };
  },
});

import { NoFieldsBody, UserParams, UserResponse } from '@cvq/contract';
import { setDisabled } from '../../accounts/people.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';
import { userJson } from '../user-json.ts';

export const disableUser = defineDashboardOperation({
  name: 'disable_user',
  tag: 'People',
  method: 'POST',
  path: '/users/{user}/disable',
  summary: 'Refuse a person',
  description: 'They are refused from the next request on. Keys that they made keep working.',
  who: 'superadmin',
  stepUp: true,
  params: UserParams,
  body: NoFieldsBody,
  response: UserResponse,
  errors: ['not_found'],
  async run({ by, args: { user } }, deps) {
    const changed = await setDisabled(asPerson(by, deps), user, true);
    return { data: await userJson(changed, deps.control) };
  },
});

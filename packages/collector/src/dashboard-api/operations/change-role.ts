import { ChangeRoleBody, MemberParams, MemberResponse } from '@cvq/contract';
import { changeRole as change } from '../../accounts/members.ts';
import { memberJson } from '../member-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const changeRole = defineDashboardOperation({
  name: 'change_role',
  tag: 'People',
  method: 'PUT',
  path: '/members/{user}',
  summary: 'Give a member another role',
  description: 'Only owners make and unmake owners, and the last owner of an account stays one.',
  who: 'person',
  atLeast: 'admin',
  stepUp: true,
  params: MemberParams,
  body: ChangeRoleBody,
  response: MemberResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args: { role, ...given } }, deps) {
    return { data: await memberJson(await change(asPerson(by, deps), given, role), deps.control) };
  },
});

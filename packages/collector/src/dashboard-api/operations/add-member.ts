import { AddMemberBody, MemberResponse } from '@cvq/contract';
import { addMember as add } from '../../accounts/members.ts';
import { memberJson } from '../member-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const addMember = defineDashboardOperation({
  name: 'add_member',
  tag: 'People',
  method: 'POST',
  path: '/members',
  summary: 'Make a person a member',
  description: 'Without an invitation, which superadmins may. Everybody else invites.',
  who: 'superadmin',
  stepUp: true,
  body: AddMemberBody,
  response: MemberResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args: { role, ...given } }, deps) {
    return { data: await memberJson(await add(asPerson(by, deps), given, role), deps.control) };
  },
});

import { ListMembersResponse, MembersQuery } from '@cvq/contract';
import { membersOf } from '../../accounts/members.ts';
import { memberJson } from '../member-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const listMembers = defineDashboardOperation({
  name: 'list_members',
  tag: 'People',
  method: 'GET',
  path: '/members',
  summary: 'Members of an account or a project',
  description: 'Of an account with those of its projects. Whoever is a member may know them.',
  who: 'person',
  atLeast: 'viewer',
  stepUp: false,
  query: MembersQuery,
  response: ListMembersResponse,
  errors: ['not_found'],
  async run({ by, args }, deps) {
    const members = await membersOf(asPerson(by, deps), args);
    return { data: await Promise.all(members.map((member) => memberJson(member, deps.control))) };
  },
});

import { MemberParams, MemberResponse, RestrictMemberBody } from '@cvq/contract';
import { restrictMember as restrict } from '../../accounts/agencies.ts';
import { ApiError } from '../../errors/api-error.ts';
import { memberJson } from '../member-json.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const restrictMember = defineDashboardOperation({
  name: 'restrict_member',
  tag: 'People',
  method: 'PUT',
  path: '/members/{user}/clients',
  summary: 'Restrict a member of an agency to some of its clients',
  description: 'They see these clients alone, and not the agency itself. An empty list leaves them nothing.',
  who: 'person',
  atLeast: 'admin',
  stepUp: true,
  params: MemberParams,
  body: RestrictMemberBody,
  response: MemberResponse,
  errors: ['not_found', 'conflict'],
  async run({ by, args: { agency, user, clients } }, deps) {
    const { id } = await restrict(asPerson(by, deps), { agency, user }, clients ?? 'all');
    const member = await deps.control.findMember(id, { accountId: agency });
    if (member === null) throw new ApiError('not_found', 'They are not a member any more.');
    return { data: await memberJson(member, deps.control) };
  },
});

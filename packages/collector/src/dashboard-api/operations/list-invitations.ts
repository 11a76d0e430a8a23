import { ListInvitationsResponse } from '@cvq/contract';
import { placeFields } from '../../accounts/access-links.ts';
import { invitationsFor } from '../../accounts/invitations.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const listInvitations = defineDashboardOperation({
  name: 'list_invitations',
  tag: 'People',
  method: 'GET',
  path: '/invitations',
  summary: 'Invitations that nobody has redeemed yet',
  description: 'Those to accounts and projects in which the person may invite somebody to that role.',
  who: 'person',
  stepUp: false,
  response: ListInvitationsResponse,
  async run({ by }, deps) {
    const open = await invitationsFor(asPerson(by, deps));
    return {
      data: open.map(({ id, expiresAt, invited: { email, role, place } }) => ({
        id,
        email,
        role,
        ...placeFields(place),
        expires_at: new Date(expiresAt).toISOString(),
      })),
    };
  },
});

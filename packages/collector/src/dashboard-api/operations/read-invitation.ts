import { ReadInvitationBody, ReadInvitationResponse } from '@cvq/contract';
import { nameOfPlace } from '../../accounts/invitations.ts';
import { defineDashboardOperation } from '../operation.ts';
import { findInvitation } from '../session/redeem-link.ts';

export const readInvitation = defineDashboardOperation({
  name: 'read_invitation',
  tag: 'Signing in',
  method: 'POST',
  path: '/invitations/read',
  summary: 'What a link invites to',
  description: 'Whom, where and as what. The link is not used up.',
  who: 'anybody',
  stepUp: false,
  body: ReadInvitationBody,
  response: ReadInvitationResponse,
  errors: ['link_gone'],
  async run({ args }, deps) {
    const { invited, expiresAt } = await findInvitation(args.token, deps);
    const person = await deps.control.findUser(invited.email);
    return {
      data: {
        ...{ email: invited.email, role: invited.role, to: await nameOfPlace(deps.control, invited.place) },
        is_person: person !== null,
        expires_at: new Date(expiresAt).toISOString(),
      },
    };
  },
});

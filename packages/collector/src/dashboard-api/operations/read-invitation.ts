import { ReadInvitationBody, ReadInvitationResponse } from '@cvq/contract';
import { nameOfPlace } from '../../accounts/invitations.ts';
import { defineDashboardOperation } from '../operation.ts';
import { findInvitation, isInvited } from '../session/redeem-link.ts';

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
  async run({ by, args }, deps) {
    const { invited, expiresAt } = await findInvitation(args.token, deps);
    return {
      data: {
        email: invited.email,
        role: invited.role,
        to: await nameOfPlace(deps.control, invited.place),
        // Who made the link chose the address, and has the link: it must not tell them whose addresses are known here.
        is_yours: isInvited(by, invited),
        expires_at: new Date(expiresAt).toISOString(),
      },
    };
  },
});

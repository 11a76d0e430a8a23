import { InviteBody, InviteResponse } from '@cvq/contract';
import { placeFields } from '../../accounts/access-links.ts';
import { inviteMember } from '../../accounts/invitations.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const invite = defineDashboardOperation({
  name: 'invite',
  tag: 'People',
  method: 'POST',
  path: '/invitations',
  summary: 'Invite somebody to an account or a project',
  description: 'Gives a link that works once, within 7 days. As there may be no mail, hand it over yourself.',
  who: 'person',
  atLeast: 'admin',
  stepUp: true,
  body: InviteBody,
  response: InviteResponse,
  errors: ['not_found', 'not_allowed', 'conflict'],
  async run({ by, args }, deps) {
    const { link, invited } = await inviteMember(asPerson(by, deps), args);
    const { email, role, place } = invited;
    const expiresAt = new Date(link.expiresAt).toISOString();
    const shown = { link: link.address, expires_at: expiresAt };
    return { data: { id: link.id, email, role, ...placeFields(place), ...shown } };
  },
});

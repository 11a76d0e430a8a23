import { DONE, DoneResponse, InvitationParams } from '@cvq/contract';
import { withdrawInvitation as withdraw } from '../../accounts/invitations.ts';
import { defineDashboardOperation } from '../operation.ts';
import { asPerson } from '../session/as-person.ts';

export const withdrawInvitation = defineDashboardOperation({
  name: 'withdraw_invitation',
  tag: 'People',
  method: 'DELETE',
  path: '/invitations/{invitation}',
  summary: 'Withdraw an invitation',
  description: 'Its link is worth nothing from then on.',
  who: 'person',
  atLeast: 'admin',
  stepUp: true,
  params: InvitationParams,
  response: DoneResponse,
  errors: ['not_found'],
  async run({ by, args }, deps) {
    await withdraw(asPerson(by, deps), args.invitation);
    return DONE;
  },
});

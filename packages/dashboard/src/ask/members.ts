import type {
  InviteBody,
  InviteResponse,
  ListInvitationsResponse,
  ListMembersResponse,
  Role,
} from '@cvq/contract';
import { item, page } from '../address/location.ts';
import { remove } from './remove.ts';
import { person } from './session.ts';
import { settingsAccount } from './settings-account.ts';
import { tell } from './tell.ts';
import { watched } from './watched.ts';

const account = () =>
  page.value === 'settings' && item.value === 'members' && person.value?.is_demo === false
    ? settingsAccount.value
    : null;

/** The members of the account whose settings are open, and of its projects. */
export const members = watched<ListMembersResponse>(() => {
  const of = account();
  return of && `/members?account=${of.id}`;
});

/** The invitations that this person may withdraw, to whatever account. */
export const invitations = watched<ListInvitationsResponse>(() => account() && '/invitations');

/** Where somebody is a member: in a whole account, or in one project. */
type Place = Pick<ListMembersResponse['data'][number], 'account' | 'project'>;

/** @throws NotAnswered */
export async function changeRole(user: string, of: Place, role: Role): Promise<void> {
  await tell(`/members/${user}`, { ...placeOf(of), role }, 'PUT');
  members.retry();
}

/** @throws NotAnswered */
export async function removeMember(user: string, of: Place): Promise<void> {
  await remove(`/members/${user}?${new URLSearchParams(placeOf(of))}`);
  members.retry();
}

/** `clients`: the only ones that they see; null for all, and the agency itself. @throws NotAnswered */
export async function restrictMember(user: string, clients: readonly string[] | null): Promise<void> {
  await tell(`/members/${user}/clients`, { agency: settingsAccount.value?.id, clients }, 'PUT');
  members.retry();
}

/** The link is in this answer alone. @throws NotAnswered */
export async function invite(wish: InviteBody): Promise<InviteResponse['data']> {
  const { data } = await tell<InviteResponse>('/invitations', wish);
  invitations.retry();
  return data;
}

/** @throws NotAnswered */
export async function withdrawInvitation(id: string): Promise<void> {
  await remove(`/invitations/${id}`);
  invitations.retry();
}

function placeOf({ account: whole, project: one }: Place): Record<string, string> {
  return one === null ? { account: whole ?? '' } : { project: one.id };
}

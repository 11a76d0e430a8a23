import type { ListedMember } from '@cvq/contract';
import type { ControlStore, Member } from '@cvq/storage';

type Deps = Pick<ControlStore, 'findUser' | 'findAccount' | 'findProject'>;

/** A member, as the dashboard API shows them. */
export async function memberJson(
  { userId, email, place, role, clients }: Member,
  control: Deps,
): Promise<ListedMember> {
  const user = await control.findUser(userId);
  const named = clients === 'all' ? null : await Promise.all(clients.map((id) => accountNamed(id, control)));
  return {
    user: userId,
    email,
    name: user?.name ?? email,
    role,
    clients: named,
    account: 'accountId' in place ? place.accountId : null,
    project: 'projectId' in place ? await projectNamed(place.projectId, control) : null,
    is_disabled: user !== null && user.disabledAt !== null,
  };
}

async function accountNamed(id: string, control: Deps) {
  return { id, name: (await control.findAccount(id))?.name ?? id };
}

async function projectNamed(id: string, control: Deps) {
  return { id, name: (await control.findProject(id))?.name ?? id };
}

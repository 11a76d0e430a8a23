import type { ListedUser } from '@cvq/contract';
import type { ControlStore, User } from '@cvq/storage';
import { isoOrNull } from '../iso-or-null.ts';

/** A person, as the dashboard API shows them to superadmins. */
export async function userJson(
  { id, email, name, isSuperadmin, disabledAt, createdAt }: User,
  control: Pick<ControlStore, 'listMembers'>,
): Promise<ListedUser> {
  const memberships = (await control.listMembers()).filter(({ userId }) => userId === id);
  return {
    id,
    email,
    name,
    is_superadmin: isSuperadmin,
    disabled_at: isoOrNull(disabledAt),
    created_at: new Date(createdAt).toISOString(),
    memberships: memberships.length,
  };
}

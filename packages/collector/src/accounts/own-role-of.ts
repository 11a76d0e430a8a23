import { ROLES, type Role } from '@cvq/contract';
import type { Member, ProjectRecord } from '@cvq/storage';

/**
 * The role in a project that no agency gives: as a member of it, or of the account that owns it. A member who is restricted to
 * clients is one by an agency alone.
 */
export function ownRoleOf(
  { id, accountId }: Pick<ProjectRecord, 'id' | 'accountId'>,
  members: readonly Pick<Member, 'place' | 'role' | 'clients'>[],
): Role | null {
  const own = members
    .filter(({ place, clients }) =>
      'projectId' in place ? place.projectId === id : place.accountId === accountId && clients === 'all',
    )
    .map(({ role }) => role);
  return ROLES.findLast((role) => own.includes(role)) ?? null;
}

import type { AccountDeps } from './actor.ts';
import { requireProjectRole } from './require-project-role.ts';

/**
 * Refuse whoever is less than a member of a project: viewers only look.
 * @throws Refused
 */
export async function requireMemberOf(deps: AccountDeps, project: string): Promise<void> {
  await requireProjectRole(deps, project, 'member');
}

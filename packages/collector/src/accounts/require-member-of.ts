import { type AccountDeps, requireRoleIn } from './actor.ts';
import { findProject, unknownProject } from './look-up.ts';

/**
 * Refuse whoever is less than a member of a project: viewers only look.
 * @throws Refused
 */
export async function requireMemberOf(deps: AccountDeps, project: string): Promise<void> {
  await findProject(deps, project);
  const place = { projectId: project };
  await requireRoleIn(deps, { place, atLeast: 'member', unknown: unknownProject(project) });
}

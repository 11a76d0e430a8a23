import type { Role } from '@cvq/contract';
import type { ProjectRecord } from '@cvq/storage';
import { type AccountDeps, requireRoleIn } from './actor.ts';
import { findProject, unknownProject } from './look-up.ts';

/**
 * The project with this id, for an actor who has at least this role in it.
 * @throws Refused not_allowed, or unknown for whoever cannot see it
 */
export async function requireProjectRole(
  deps: Pick<AccountDeps, 'control' | 'actor'>,
  project: string,
  atLeast: Role,
): Promise<ProjectRecord> {
  const found = await findProject(deps, project);
  const place = { projectId: project };
  await requireRoleIn(deps, { place, atLeast, unknown: unknownProject(project) });
  return found;
}

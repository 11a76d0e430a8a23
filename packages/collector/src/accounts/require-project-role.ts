import type { Role } from '@cvq/contract';
import type { ProjectRecord } from '@cvq/storage';
import { type AccountDeps, requireRoleIn } from './actor.ts';
import { findProject, unknownProject } from './look-up.ts';

type Asking = Pick<AccountDeps, 'control' | 'actor'>;

/**
 * The project with this id, for an actor who has at least this role in it.
 * @throws Refused not_allowed, or unknown for whoever cannot see it
 */
export function requireProjectRole(deps: Asking, project: string, atLeast: Role): Promise<ProjectRecord> {
  return requireRole(deps, project, { atLeast, isForOwnPeople: false });
}

/**
 * The project, for an actor whose role no agency gives: for what an agency could not undo, or what would outlive its work.
 * @throws Refused as `requireProjectRole`
 */
export function requireOwnRole(deps: Asking, project: string, atLeast: Role): Promise<ProjectRecord> {
  return requireRole(deps, project, { atLeast, isForOwnPeople: true });
}

async function requireRole(
  deps: Asking,
  project: string,
  wanted: { readonly atLeast: Role; readonly isForOwnPeople: boolean },
): Promise<ProjectRecord> {
  const found = await findProject(deps, project);
  await requireRoleIn(deps, {
    ...wanted,
    place: { projectId: project },
    unknown: unknownProject(project),
  });
  return found;
}

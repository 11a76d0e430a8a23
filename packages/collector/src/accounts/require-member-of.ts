import type { ProjectRecord } from '@cvq/storage';
import type { AccountDeps } from './actor.ts';
import { requireProjectRole } from './require-project-role.ts';

/**
 * The project, for whoever may write in it: viewers only look.
 * @throws Refused
 */
export function requireMemberOf(deps: AccountDeps, project: string): Promise<ProjectRecord> {
  return requireProjectRole(deps, project, 'member');
}

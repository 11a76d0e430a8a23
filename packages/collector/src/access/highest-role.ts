import { ROLES, type Role } from '@cvq/contract';
import type { ReachedProject } from '@cvq/storage';
import type { Caller } from './caller.ts';

/** The role of a caller beyond one project: the highest that it has anywhere, and the lowest where it has none. */
export function highestRole(
  { principal }: Pick<Caller, 'principal'>,
  reach: readonly ReachedProject[],
): Role | null {
  if (principal.kind === 'key') return null;
  return ROLES.findLast((role) => reach.some((project) => project.role === role)) ?? 'viewer';
}

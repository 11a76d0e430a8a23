import type { Role } from '@cvq/contract';
import { ApiError } from '../errors/api-error.ts';

/**
 * Refuse a write to a Viewer. A key has no role: its scopes alone decide.
 * There is no challenge in the answer, since consenting again would not help.
 * @throws ApiError read_only_role
 */
export function requireRole({ writes }: { readonly writes: boolean }, role: Role | null): void {
  if (!writes || role !== 'viewer') return;
  throw new ApiError(
    'read_only_role',
    'A viewer cannot change anything. Ask an admin of the account for another role.',
  );
}

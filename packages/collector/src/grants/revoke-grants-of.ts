import type { AccountDeps } from '../accounts/actor.ts';
import { revokeGrant } from './revoke-grant.ts';

/**
 * Revoke what all applications may do that a person let in.
 * @throws Refused
 */
export async function revokeGrantsOf(deps: AccountDeps, userId: string): Promise<void> {
  for (const { id } of await deps.control.listGrants({ userId, now: deps.now() }))
    await revokeGrant(deps, id);
}

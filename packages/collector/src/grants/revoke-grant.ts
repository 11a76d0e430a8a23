import { type AccountDeps, personOf } from '../accounts/actor.ts';
import { audited } from '../accounts/audited.ts';
import { unknown } from '../accounts/look-up.ts';
import { accountOfGrant } from './account-of-grant.ts';
import { toldOf } from './told-of.ts';

/**
 * Revoke what an application may do: its next request is refused. People revoke their own, the operator all.
 * @throws Refused
 */
export async function revokeGrant(deps: AccountDeps, id: string): Promise<void> {
  const grant = await deps.control.findGrant(id);
  const notThere = unknown('grant', `Unknown or revoked grant: ${id}.`);
  const isOwn = deps.actor.kind === 'operator' || grant?.userId === personOf(deps);
  if (grant === null || !isOwn) throw notThere;
  await audited(deps, {
    ...{ action: 'revoke_grant', account: await accountOfGrant(deps.control, grant), subject: id },
    ...{ name: grant.applicationName, before: toldOf(grant) },
    async make() {
      if (!(await deps.control.removeGrant(id))) throw notThere;
    },
  });
}

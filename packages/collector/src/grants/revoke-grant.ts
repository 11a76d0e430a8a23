import { type AccountDeps, personOf } from '../accounts/actor.ts';
import { auditedInEach } from '../accounts/audited-in-each.ts';
import { unknown } from '../accounts/look-up.ts';
import { logsOfGrant } from './logs-of-grant.ts';
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
  const named = { action: 'revoke_grant', subject: id, name: grant.applicationName };
  await auditedInEach(deps, await logsOfGrant(deps.control, grant), {
    entry: (log) => ({ ...named, before: toldOf(grant, log) }),
    async make() {
      if (!(await deps.control.removeGrant(id))) throw notThere;
    },
  });
}

import { type AccountDeps, requireOperator } from '../../accounts/actor.ts';
import { audited } from '../../accounts/audited.ts';
import { requireProjectRole } from '../../accounts/require-project-role.ts';
import type { NetworkUpdate } from './network-refresh.ts';

/**
 * Have the networks of crawlers fetched, which judge the visitors of every project. Admins of a project may, by the name
 * of that project; otherwise the operator.
 * @throws Refused
 */
export async function refreshByHand(
  deps: AccountDeps,
  project: string | null,
  fetchAll: () => Promise<NetworkUpdate>,
): Promise<NetworkUpdate> {
  const named = project === null ? null : await requireProjectRole(deps, project, 'admin');
  if (named === null) await requireOperator(deps);
  return audited(deps, {
    ...{ action: 'refresh_bot_networks', account: named?.accountId ?? null, project },
    make: fetchAll,
    told: ({ refreshed, failed }) => ({ after: { refreshed, failed: failed.map(({ name }) => name) } }),
  });
}

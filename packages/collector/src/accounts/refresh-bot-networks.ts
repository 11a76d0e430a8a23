import type { NetworkRefusal, NetworkUpdate } from '../bots/networks/network-refresh.ts';
import { type AccountDeps, requireOperator } from './actor.ts';
import { audited } from './audited.ts';
import { Refused } from './refused.ts';
import { requireProjectRole } from './require-project-role.ts';

/**
 * Have the networks of crawlers fetched, which judge the visitors of every project. Admins of a project may, by the name
 * of that project; otherwise the operator.
 * @throws Refused
 */
export async function refreshBotNetworks(
  deps: AccountDeps,
  project: string | null,
  fetchAll: () => Promise<NetworkUpdate | NetworkRefusal>,
): Promise<NetworkUpdate> {
  const named = project === null ? null : await requireProjectRole(deps, project, 'admin');
  if (named === null) await requireOperator(deps);
  return audited(deps, {
    action: 'refresh_bot_networks',
    account: named?.accountId ?? null,
    project,
    async make() {
      const update = await fetchAll();
      if ('problem' in update) throw new Refused('conflict', { field: null, ...update });
      return update;
    },
    told: ({ refreshed, failed }) => ({ after: { refreshed, failed: failed.map(({ name }) => name) } }),
  });
}

import type { AdPlatform } from '@cvq/contract';
import type { Integration } from '@cvq/storage';
import type { AccountDeps } from '../../accounts/actor.ts';
import { audited } from '../../accounts/audited.ts';
import { requireProjectRole } from '../../accounts/require-project-role.ts';
import type { AdPlatformAdapter, SpendAdapter } from '../../ad-platforms/adapter.ts';
import { Connections } from '../../ad-platforms/forwarding/connections.ts';
import { spendAccountOf } from '../../ad-platforms/spend/spend-account-of.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import { type SpendSynced, syncAccount } from './sync-account.ts';
import { type NotReadReason, whyNotRead } from './why-not-read.ts';

/** What reading spend from ad platforms works with. */
export type SpendDeps = AccountDeps & {
  readonly adapters: Readonly<Record<AdPlatform, AdPlatformAdapter & SpendAdapter>>;
  /** Of credentials. */
  readonly sealer: Sealer;
};

type SpendSync = {
  readonly integration: Integration;
  /** How many days of the account, today included; null for those that are due. */
  readonly days: number | null;
  /** Told how many rows have come so far. */
  readonly tell?: (rows: number) => void;
};

/** What became of it, or why it is not read at all. */
export type SpendOutcome = SpendSynced | { readonly kind: NotReadReason };

/**
 * Reads now what the ads of an integration cost. Admins may. That a platform could not be read is an outcome.
 * @throws Refused, and faults of cvq itself
 */
export async function syncSpend(
  deps: SpendDeps,
  { integration, days, tell = () => {} }: SpendSync,
  signal: AbortSignal,
): Promise<SpendOutcome> {
  const { id, project, platform } = integration;
  const { accountId } = await requireProjectRole(deps, project, 'admin');
  const account = spendAccountOf(integration);
  const reason = whyNotRead(integration);
  if (account === null || reason !== null) return { kind: reason ?? 'no_account' };
  const { control, adapters, now } = deps;
  const connections = new Connections(deps);
  return audited(deps, {
    action: 'sync_spend',
    account: accountId,
    project,
    subject: id,
    name: platform,
    async make() {
      const given = { integration, account, days, tell };
      const synced = await syncAccount({ store: control, adapters, connections, now }, given, signal);
      // The cause, once; the surface has the rest.
      if (synced.kind === 'failed' && synced.failure.fault !== null) throw synced.failure.fault;
      return synced;
    },
    told: (synced) => ({ after: toldOf(synced) }),
  });
}

function toldOf(synced: SpendSynced) {
  const { kind: result } = synced;
  if (synced.kind === 'failed') return { result, code: synced.failure.code };
  if (synced.kind !== 'read') return { result };
  const { days, replaced } = synced;
  return { result, first_day: days.first, last_day: days.last, stored: replaced.stored };
}

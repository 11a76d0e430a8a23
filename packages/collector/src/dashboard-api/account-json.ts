import { type ListedAccount, PLANS } from '@cvq/contract';
import type { Account } from '@cvq/storage';
import type { AccountDeps } from '../accounts/actor.ts';
import { isoOrNull } from '../iso-or-null.ts';

/** An account with what it has, as the dashboard API shows it. */
export async function accountJson(
  { id, name, kind, plan, suspendedAt }: Account,
  { control, now }: Pick<AccountDeps, 'control' | 'now'>,
): Promise<ListedAccount> {
  const projects = (await control.listProjects()).filter(({ accountId }) => accountId === id);
  const members = (await control.listMembers()).filter(
    ({ place }) => 'accountId' in place && place.accountId === id,
  );
  return {
    id,
    name,
    kind,
    plan,
    suspended_at: isoOrNull(suspendedAt),
    projects: projects.length,
    members: members.length,
    active_keys: await control.countActiveKeys(id, now()),
    allowed_keys: PLANS[plan].keys,
  };
}

import type { Account } from '@cvq/storage';
import { randomBase62 } from '../keys/token.ts';
import { toldOfAccount } from './accounts.ts';
import { type AccountDeps, requireOperator, requireRoleIn } from './actor.ts';
import { audited } from './audited.ts';
import { demoAccountId } from './demo-account.ts';
import { findAccount, unknownAccount } from './look-up.ts';
import { Refused } from './refused.ts';

/**
 * The account that will own something new: the one named, else the first that is not the demo's, which is that of nothing else:
 * a project never, and a key only where there is no other account. The first account is made when it is needed, on the
 * largest plan, since the operator sets its limits. One that is suspended gets no project, which nobody could reach.
 * @throws Refused
 */
export async function ownerAccount(
  deps: AccountDeps,
  id: string | undefined,
  owned: 'project' | 'key',
): Promise<Account> {
  const account = id === undefined ? await firstAccount(deps, owned) : await findAccount(deps, id);
  const place = { accountId: account.id };
  // The first account is for the operator alone.
  if (id !== undefined) await requireRoleIn(deps, { place, atLeast: 'admin', unknown: unknownAccount(id) });
  if (owned === 'project' && account.suspendedAt !== null)
    throw new Refused('bad_value', {
      field: 'account',
      problem: 'The account is suspended: nobody would reach the project.',
      fix: 'Name another account, or end the suspension first.',
    });
  return account;
}

async function firstAccount(deps: AccountDeps, owned: 'project' | 'key'): Promise<Account> {
  await requireOperator(deps);
  const { control, now } = deps;
  const demo = await demoAccountId(control);
  const all = await control.listAccounts();
  const others = all.filter(({ id }) => id !== demo);
  const oldest =
    others.find(({ suspendedAt }) => suspendedAt === null) ??
    others[0] ??
    (owned === 'key' ? all[0] : undefined);
  if (oldest) return oldest;
  const id = `acc_${randomBase62(12)}`;
  const first = { id, kind: 'customer', name: 'Default', plan: 'enterprise' } as const;
  await audited(deps, {
    action: 'create_account',
    account: id,
    subject: id,
    name: first.name,
    make: () => control.createFirstAccount(first, now(), demo),
    told: (isMade) => ({ after: isMade ? toldOfAccount({ ...first, suspendedAt: null }) : null }),
  });
  // It is another process's where two began at the same time.
  const made = (await control.listAccounts()).find((account) => account.id !== demo);
  return made ?? { ...first, suspendedAt: null };
}

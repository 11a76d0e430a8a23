import { PLAN_CODES } from '@cvq/contract';
import type { Account, AccountChange } from '@cvq/storage';
import { randomBase62 } from '../keys/token.ts';
import { type AccountDeps, requireOperator, requireRoleIn } from './actor.ts';
import { audited } from './audited.ts';
import { parseChoice, parseName } from './fields.ts';
import { findAccount, unknownAccount } from './look-up.ts';
import { Refused } from './refused.ts';

const KINDS = ['customer', 'agency'] as const;

type NewAccount = { readonly name: string; readonly kind: string; readonly plan: string };

/**
 * Create an account, which has nobody in it yet.
 * @throws Refused
 */
export async function createAccount(deps: AccountDeps, given: NewAccount): Promise<Account> {
  await requireOperator(deps);
  const account = {
    id: `acc_${randomBase62(12)}`,
    kind: parseChoice('kind', given.kind, KINDS),
    name: parseName(given.name),
    plan: parseChoice('plan', given.plan, PLAN_CODES),
  };
  await audited(deps, {
    action: 'create_account',
    account: account.id,
    subject: account.id,
    name: account.name,
    make: () => deps.control.createAccount(account, deps.now()),
    told: () => ({ after: toldOfAccount({ ...account, suspendedAt: null }) }),
  });
  return { ...account, suspendedAt: null };
}

/** The new state of an account; what is left out does not change. */
type NewState = { readonly name?: string; readonly plan?: string; readonly suspended?: boolean };

/**
 * Change an account. Its keys stay as they are when it changes to a smaller plan.
 * @throws Refused
 */
export async function changeAccount(deps: AccountDeps, id: string, given: NewState): Promise<Account> {
  const { name, plan, suspended } = given;
  const change: AccountChange = {
    ...(name !== undefined && { name: parseName(name) }),
    ...(plan !== undefined && { plan: parseChoice('plan', plan, PLAN_CODES) }),
    ...(suspended !== undefined && { suspendedAt: suspended ? deps.now() : null }),
  };
  if (Object.keys(change).length === 0) {
    const fix = 'Give a name or a plan, or suspend or resume the account.';
    throw new Refused('nothing_to_change', { field: null, problem: 'Nothing to change.', fix });
  }
  const before = await findAccount(deps, id);
  const unknown = unknownAccount(id);
  await requireRoleIn(deps, { place: { accountId: id }, atLeast: 'admin', unknown });
  if (plan !== undefined || suspended !== undefined) await requireOperator(deps);
  return audited(deps, {
    action: 'change_account',
    account: id,
    subject: id,
    name: before.name,
    before: toldOfAccount(before),
    async make() {
      await deps.control.changeAccount(id, change);
      return findAccount(deps, id);
    },
    told: (after) => ({ name: after.name, after: toldOfAccount(after) }),
  });
}

/**
 * All accounts, oldest first.
 * @throws Refused
 */
export async function listAccounts(deps: AccountDeps): Promise<Account[]> {
  await requireOperator(deps);
  return deps.control.listAccounts();
}

/** What the audit log tells of an account. */
export function toldOfAccount({ kind, name, plan, suspendedAt }: Omit<Account, 'id'>) {
  return { kind, name, plan, suspended: suspendedAt !== null };
}

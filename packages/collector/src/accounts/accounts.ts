import { PLAN_CODES } from '@cvq/contract';
import type { Account, AccountChange } from '@cvq/storage';
import { randomBase62 } from '../keys/token.ts';
import { type AccountDeps, requireOperator, requireRoleIn } from './actor.ts';
import { parseChoice, parseName } from './fields.ts';
import { findAccount, unknownAccount } from './look-up.ts';
import { Refused } from './refused.ts';

const KINDS = ['customer', 'agency'] as const;

type NewAccount = { readonly name: string; readonly kind: string; readonly plan: string };

/**
 * Create an account.
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
  await deps.control.createAccount(account, deps.now());
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
  await findAccount(deps, id);
  const unknown = unknownAccount(id);
  await requireRoleIn(deps, { place: { accountId: id }, atLeast: 'admin', unknown });
  if (plan !== undefined || suspended !== undefined) await requireOperator(deps);
  await deps.control.changeAccount(id, change);
  return findAccount(deps, id);
}

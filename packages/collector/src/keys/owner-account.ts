import type { Account, ControlStore } from '@cvq/storage';
import { randomBase62 } from './base62.ts';

/** No such account: the message names it. */
export class UnknownAccount extends Error {
  override readonly name = 'UnknownAccount';
}

/**
 * The account that is to own something: the one named, else the first. The first account is made when it is
 * needed, on the largest plan, since whoever runs the collector sets its limits.
 */
export async function ownerAccount(
  control: ControlStore,
  id: string | undefined,
  now: number,
): Promise<Account> {
  const accounts = await control.listAccounts();
  if (id !== undefined) {
    const named = accounts.find((account) => account.id === id);
    if (named === undefined) throw new UnknownAccount(`There is no account ${id}.`);
    return named;
  }
  if (accounts[0]) return accounts[0];
  const first: Account = {
    id: `acc_${randomBase62(12)}`,
    kind: 'customer',
    name: 'Default',
    plan: 'enterprise',
  };
  await control.createAccount(first, now);
  return first;
}

import type { Account, ControlStore } from '@cvq/storage';
import { randomBase62 } from '../keys/base62.ts';

/** No such account: the message names it. */
export class UnknownAccount extends Error {
  override readonly name = 'UnknownAccount';
}

/** @throws UnknownAccount */
export async function knownAccount(control: ControlStore, id: string): Promise<Account> {
  const account = await control.findAccount(id);
  if (account === null) throw new UnknownAccount(`There is no account ${id}.`);
  return account;
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
  if (id !== undefined) return knownAccount(control, id);
  const [oldest] = await control.listAccounts();
  if (oldest) return oldest;
  const first = {
    id: `acc_${randomBase62(12)}`,
    kind: 'customer',
    name: 'Default',
    plan: 'enterprise',
  } as const;
  await control.createFirstAccount(first, now);
  // It is another process's where two began at the same time.
  const [made] = await control.listAccounts();
  return made ?? { ...first, suspendedAt: null };
}

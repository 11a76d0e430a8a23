import type { Account, ControlStore } from '@cvq/storage';
import { CommandFailed } from './command-failed.ts';

/**
 * The account that an option names.
 * @throws CommandFailed naming the option
 */
export async function findAccount(control: ControlStore, option: string, id: string): Promise<Account> {
  const account = await control.findAccount(id);
  if (account !== null) return account;
  throw new CommandFailed(`${option}: there is no account ${id}. cvq account list shows them.`);
}

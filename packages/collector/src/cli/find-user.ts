import type { ControlStore, User } from '@cvq/storage';
import { CommandFailed } from './command-failed.ts';

/**
 * The person that an option names by id or e-mail address.
 * @throws CommandFailed naming the option
 */
export async function findUser(control: ControlStore, option: string, text: string): Promise<User> {
  const user = (await control.findUser(text)) ?? (await control.findUser(text.toLowerCase()));
  if (user !== null) return user;
  throw new CommandFailed(`${option}: there is no user ${text}. cvq user list shows them.`);
}

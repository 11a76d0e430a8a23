import type { User, UserChange } from '@cvq/storage';
import { Command } from 'commander';
import { hashPassword } from '../accounts/hash-password.ts';
import { randomBase62 } from '../keys/base62.ts';
import { CommandFailed } from './command-failed.ts';
import { findUser } from './find-user.ts';
import { parseName } from './parse-name.ts';
import { print } from './print.ts';
import { readPassword } from './read-password.ts';
import { tableOf } from './table-of.ts';
import { terminal } from './terminal.ts';
import { withControl } from './with-stores.ts';

type CreateOptions = { email: string; name?: string; superadmin?: boolean; json?: boolean };
type Json = { json?: boolean };

export function userCommand(): Command {
  const command = new Command('user');
  command
    .command('create')
    .description('Create a user. The password is read from CVQ_PASSWORD, else asked for at a terminal.')
    .requiredOption('--email <address>', 'e-mail address, to sign in with')
    .option('--name <name>', 'what to call them (default: the address)', parseName)
    .option('--superadmin', 'let them see every project')
    .option('--json', 'print one JSON object')
    .action(create);
  command.command('list').description('List users.').option('--json', 'print one JSON array').action(list);
  onUser(command, 'disable', {
    description: 'Refuse a user from the next request on. Keys that they made keep working.',
    change: () => ({ disabledAt: terminal().now() }),
  });
  onUser(command, 'enable', {
    description: 'Let a disabled user in again.',
    change: () => ({ disabledAt: null }),
  });
  onUser(command, 'password', {
    description: 'Set the password of a user, from CVQ_PASSWORD, else asked for at a terminal.',
    change: async () => ({ passwordHash: await newPasswordHash() }),
  });
  command
    .command('delete')
    .description('Delete a user and their memberships. Keys that they made keep working.')
    .argument('<user>', 'usr_…, or the e-mail address')
    .option('--json', 'print one JSON object')
    .action(remove);
  return command;
}

/** A command that changes one thing of a user. */
function onUser(
  command: Command,
  name: string,
  about: { description: string; change: () => UserChange | Promise<UserChange> },
): void {
  command
    .command(name)
    .description(about.description)
    .argument('<user>', 'usr_…, or the e-mail address')
    .option('--json', 'print one JSON object')
    .action(async (text: string, { json }: Json) => {
      const change = await about.change();
      const user = await withControl(async (control) => {
        const { id } = await findUser(control, '<user>', text);
        await control.changeUser(id, change);
        return findUser(control, '<user>', id);
      });
      tell(user, json);
    });
}

async function create({ email, name, superadmin = false, json }: CreateOptions): Promise<void> {
  const address = email.trim().toLowerCase();
  if (!isAddress(address)) {
    throw new CommandFailed(`--email: ${email} is not an e-mail address, such as ann@example.com.`);
  }
  const password = await readPassword();
  const user = {
    id: `usr_${randomBase62(12)}`,
    email: address,
    name: name ?? address,
    isSuperadmin: superadmin,
    disabledAt: null,
    createdAt: terminal().now(),
  };
  const passwordHash = password === null ? null : await hashPassword(password);
  const created = await withControl((control) => control.createUser({ ...user, passwordHash }));
  if (!created) throw new CommandFailed(`--email: there is a user ${address} already.`);
  tell(user, json);
}

/** 254 characters are the most that mail can be sent to (RFC 5321). */
function isAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(text) && text.isWellFormed();
}

async function newPasswordHash(): Promise<string> {
  const password = await readPassword();
  if (password !== null) return hashPassword(password);
  throw new CommandFailed('There is no password: set CVQ_PASSWORD, or run this at a terminal.');
}

async function list({ json }: Json): Promise<void> {
  const users = await withControl((control) => control.listUsers());
  print(users.map(describe), { json, lines: linesOf(users) });
}

async function remove(text: string, { json }: Json): Promise<void> {
  const { id } = await withControl(async (control) => {
    const user = await findUser(control, '<user>', text);
    await control.deleteUser(user.id);
    return user;
  });
  print({ id, state: 'deleted' }, { json, lines: [`Deleted ${id}.`] });
}

function tell(user: User, json: boolean | undefined): void {
  print(describe(user), { json, lines: linesOf([user]) });
}

function describe({ id, email, name, isSuperadmin, disabledAt }: User) {
  return { id, email, name, superadmin: isSuperadmin, state: disabledAt === null ? 'active' : 'disabled' };
}

function linesOf(users: readonly User[]): readonly string[] {
  const rows = users
    .map(describe)
    .map(({ id, email, state, superadmin, name }) => [id, email, state, superadmin ? 'yes' : 'no', name]);
  return tableOf(['USER', 'E-MAIL', 'STATE', 'SUPERADMIN', 'NAME'], rows);
}

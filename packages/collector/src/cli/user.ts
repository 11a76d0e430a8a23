import type { User } from '@cvq/storage';
import { Command } from 'commander';
import type { AccountDeps } from '../accounts/actor.ts';
import { parseEmail } from '../accounts/fields.ts';
import { createResetLink } from '../accounts/invitations.ts';
import { createUser, deleteUser, setDisabled, setPassword } from '../accounts/people.ts';
import { readConfig } from '../config.ts';
import { revokeGrantsOf } from '../grants/revoke-grants-of.ts';
import { dashboardAddress } from '../net/dashboard-address.ts';
import { CommandFailed } from './command-failed.ts';
import { print } from './print.ts';
import { printable } from './printable.ts';
import { readPassword } from './read-password.ts';
import { tableOf } from './table-of.ts';
import { terminal } from './terminal.ts';
import { withAccounts, withControl } from './with-stores.ts';

type CreateOptions = { email: string; name?: string; superadmin?: boolean; json?: boolean };
type Json = { json?: boolean };

export function userCommand(): Command {
  const command = new Command('user');
  command
    .command('create')
    .description('Create a user. The password comes from CVQ_PASSWORD, or cvq asks for it at a terminal.')
    .requiredOption('--email <address>', 'e-mail address to sign in with')
    .option('--name <name>', 'name of the person (default: the address)')
    .option('--superadmin', 'give access to every project')
    .option('--json', 'print one JSON object')
    .action(create);
  command.command('list').description('List users.').option('--json', 'print one JSON array').action(list);
  onUser(command, 'disable', {
    description: 'Refuse a user from the next request on. Keys that they created keep working.',
    change: (deps, user) => setDisabled(deps, user, true),
  });
  onUser(command, 'enable', {
    description: 'Give a disabled user access again.',
    change: (deps, user) => setDisabled(deps, user, false),
  });
  onUser(command, 'password', {
    description: 'Set the password of a user, from CVQ_PASSWORD, or cvq asks for it at a terminal.',
    change: async (deps, user) => {
      const changed = await setPassword(deps, user, await newPassword());
      // Somebody else may have had the old one.
      await revokeGrantsOf(deps, changed.id);
      return changed;
    },
  });
  command
    .command('reset-link')
    .description('Print a link by which a user chooses a new password: once, within 60 minutes.')
    .requiredOption('--email <address>', 'e-mail address of the user')
    .option('--json', 'print one JSON object')
    .action(resetLink);
  command
    .command('delete')
    .description('Delete a user and their memberships. Keys that they created keep working.')
    .argument('<user>', 'usr_… or the e-mail address')
    .option('--json', 'print one JSON object')
    .action(remove);
  return command;
}

type UserCommand = {
  readonly description: string;
  readonly change: (deps: AccountDeps, user: string) => Promise<User>;
};

/** A command that changes one thing of a user. */
function onUser(command: Command, name: string, { description, change }: UserCommand): void {
  command
    .command(name)
    .description(description)
    .argument('<user>', 'usr_… or the e-mail address')
    .option('--json', 'print one JSON object')
    .action(async (text: string, { json }: Json) => {
      printUser(await withAccounts((deps) => change(deps, text)), json);
    });
}

async function create({ superadmin = false, json, ...given }: CreateOptions): Promise<void> {
  // Before a password is asked for, which a bad address would make useless.
  const email = parseEmail(given.email);
  const password = await readPassword();
  const isSuperadmin = superadmin;
  const user = await withAccounts((deps) => createUser(deps, { ...given, email, isSuperadmin, password }));
  printUser(user, json);
  if (password === null) terminal().stderr.write(`cvq: ${printable(withoutPassword(user))}\n`);
}

/** Whoever has piped a password in is to know that nobody has read it. */
function withoutPassword({ id, email }: User): string {
  return `${email} has no password and cannot sign in yet. Set one with cvq user password ${id}, or have the person choose one: cvq user reset-link --email ${email}`;
}

async function newPassword(): Promise<string> {
  const password = await readPassword();
  if (password !== null) return password;
  throw new CommandFailed('No password was given. Set CVQ_PASSWORD, or run this command at a terminal.');
}

async function resetLink({ email, json }: { email: string; json?: boolean }): Promise<void> {
  const config = readConfig(terminal().env);
  const { origin } = dashboardAddress(config, config.port);
  const link = await withAccounts((deps) => createResetLink({ ...deps, origin }, email));
  const expiresAt = new Date(link.expiresAt).toISOString();
  const ifLost = 'The link has been made, and nobody can read it any more: run the command again.';
  print({ link: link.address, expires_at: expiresAt }, { json, lines: [link.address], ifLost });
}

async function list({ json }: Json): Promise<void> {
  const users = await withControl((control) => control.listUsers());
  print(users.map(describe), { json, lines: linesOf(users) });
}

async function remove(text: string, { json }: Json): Promise<void> {
  const { id } = await withAccounts((deps) => deleteUser(deps, text));
  print({ id, state: 'deleted' }, { json, lines: [`Deleted ${id}.`] });
}

function printUser(user: User, json: boolean | undefined): void {
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

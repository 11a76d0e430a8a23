import { ROLES, type Role } from '@cvq/contract';
import type { ControlStore, Member, MemberPlace } from '@cvq/storage';
import { Command, Option } from 'commander';
import { CommandFailed } from './command-failed.ts';
import { findAccount } from './find-account.ts';
import { findUser } from './find-user.ts';
import { print } from './print.ts';
import { requireProject } from './require-project.ts';
import { tableOf } from './table-of.ts';
import { withControl } from './with-stores.ts';

type PlaceOptions = { user: string; account?: string; project?: string; json?: boolean };
type RoleOptions = PlaceOptions & { role: Role };

const JSON_HELP = 'print one JSON object';

export function memberCommand(): Command {
  const command = new Command('member');
  withRole(command, 'add', 'Make a user a member of an account, or of one project.').action(add);
  withRole(command, 'role', 'Give a member another role.').action(changeRole);
  onPlace(command, 'remove', 'End a membership.').option('--json', JSON_HELP).action(remove);
  command.command('list').description('List members.').option('--json', 'print one JSON array').action(list);
  return command;
}

function onPlace(command: Command, name: string, description: string): Command {
  return command
    .command(name)
    .description(description)
    .requiredOption('--user <user>', 'usr_…, or the e-mail address')
    .option('--account <id>', 'the account; or')
    .option('--project <id>', 'the project');
}

function withRole(command: Command, name: string, description: string): Command {
  const role = new Option('--role <role>', 'what they may do').choices([...ROLES]).makeOptionMandatory();
  return onPlace(command, name, description).addOption(role).option('--json', JSON_HELP);
}

async function add({ role, ...options }: RoleOptions): Promise<void> {
  const member = await withControl(async (control) => {
    const { userId, email, place, found } = await look(control, options);
    if (found) {
      throw new CommandFailed(`--user: ${email} is a member already, as ${found.role}. Use cvq member role.`);
    }
    await control.putMember(userId, place, role);
    return { userId, email, place, role, clients: 'all' as const };
  });
  tell(member, options.json);
}

async function changeRole({ role, ...options }: RoleOptions): Promise<void> {
  const member = await withControl(async (control) => {
    const { userId, place, found } = await lookForMember(control, options);
    await control.putMember(userId, place, role);
    return { ...found, role };
  });
  tell(member, options.json);
}

async function remove(options: PlaceOptions): Promise<void> {
  const member = await withControl(async (control) => {
    const { userId, place, found } = await lookForMember(control, options);
    await control.removeMember(userId, place);
    return found;
  });
  const { user, email } = describe(member);
  print({ user, state: 'removed' }, { json: options.json, lines: [`${email} is no member any more.`] });
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const members = await withControl((control) => control.listMembers());
  print(members.map(describe), { json, lines: linesOf(members) });
}

async function look(control: ControlStore, options: PlaceOptions) {
  const place = await placeOf(control, options);
  const { id: userId, email } = await findUser(control, '--user', options.user);
  const found = await control.findMember(userId, place);
  return { userId, email, place, found };
}

async function lookForMember(control: ControlStore, options: PlaceOptions) {
  const { found, ...looked } = await look(control, options);
  if (found) return { ...looked, found };
  throw new CommandFailed(`--user: ${looked.email} is no member there. Use cvq member add.`);
}

async function placeOf(control: ControlStore, { account, project }: PlaceOptions): Promise<MemberPlace> {
  if (account !== undefined && project === undefined) {
    return { accountId: (await findAccount(control, '--account', account)).id };
  }
  if (project === undefined || account !== undefined) {
    throw new CommandFailed('Give one of --account and --project: where they are a member.');
  }
  await requireProject(control, project);
  return { projectId: project };
}

function idOf(place: MemberPlace): string {
  return 'accountId' in place ? place.accountId : place.projectId;
}

function tell(member: Member, json: boolean | undefined): void {
  print(describe(member), { json, lines: linesOf([member]) });
}

function describe({ userId, email, place, role, clients }: Member) {
  const account = 'accountId' in place ? place.accountId : null;
  const project = 'projectId' in place ? place.projectId : null;
  return { user: userId, email, account, project, role, clients };
}

function linesOf(members: readonly Member[]): readonly string[] {
  const rows = members.map(({ email, place, role, clients }) => [email, idOf(place), role, told(clients)]);
  return tableOf(['E-MAIL', 'MEMBER OF', 'ROLE', 'CLIENTS'], rows);
}

function told(clients: Member['clients']): string {
  return clients === 'all' ? 'all' : clients.join(', ') || 'none';
}

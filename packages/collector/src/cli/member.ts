import { ROLES } from '@cvq/contract';
import type { Member } from '@cvq/storage';
import { Command, Option } from 'commander';
import { addMember, changeRole, type MemberArgs, removeMember } from '../accounts/members.ts';
import { print } from './print.ts';
import { tableOf } from './table-of.ts';
import { withAccounts, withControl } from './with-stores.ts';

type PlaceOptions = MemberArgs & { json?: boolean };
type RoleOptions = PlaceOptions & { role: string };

const JSON_HELP = 'print one JSON object';

export function memberCommand(): Command {
  const command = new Command('member');
  withRole(command, 'add', 'Make a user a member of an account or of one project.').action(add);
  withRole(command, 'role', 'Change the role of a member.').action(change);
  onPlace(command, 'remove', 'End a membership.').option('--json', JSON_HELP).action(remove);
  command.command('list').description('List members.').option('--json', 'print one JSON array').action(list);
  return command;
}

function onPlace(command: Command, name: string, description: string): Command {
  return command
    .command(name)
    .description(description)
    .requiredOption('--user <user>', 'usr_… or the e-mail address')
    .option('--account <id>', 'member of this account; or')
    .option('--project <id>', 'member of this project');
}

function withRole(command: Command, name: string, description: string): Command {
  const role = new Option('--role <role>', 'what the member may do').choices([...ROLES]);
  return onPlace(command, name, description)
    .addOption(role.makeOptionMandatory())
    .option('--json', JSON_HELP);
}

async function add({ role, json, ...given }: RoleOptions): Promise<void> {
  printMember(await withAccounts((deps) => addMember(deps, given, role)), json);
}

async function change({ role, json, ...given }: RoleOptions): Promise<void> {
  printMember(await withAccounts((deps) => changeRole(deps, given, role)), json);
}

async function remove({ json, ...given }: PlaceOptions): Promise<void> {
  const { userId: user, email, place } = await withAccounts((deps) => removeMember(deps, given));
  print({ user, state: 'removed' }, { json, lines: [`Removed ${email} from ${idOf(place)}.`] });
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const members = await withControl((control) => control.listMembers());
  print(members.map(describe), { json, lines: linesOf(members) });
}

function idOf(place: Member['place']): string {
  return 'accountId' in place ? place.accountId : place.projectId;
}

function printMember(member: Member, json: boolean | undefined): void {
  print(describe(member), { json, lines: linesOf([member]) });
}

function describe({ userId, email, place, role, clients }: Member) {
  const account = 'accountId' in place ? place.accountId : null;
  const project = 'projectId' in place ? place.projectId : null;
  return { user: userId, email, account, project, role, clients };
}

function linesOf(members: readonly Member[]): readonly string[] {
  const rows = members.map(({ email, place, role, clients }) => [
    ...[email, idOf(place), role],
    clients === 'all' ? 'all' : clients.join(', ') || 'none',
  ]);
  return tableOf(['E-MAIL', 'MEMBER OF', 'ROLE', 'CLIENTS'], rows);
}

import type { AgencyClient } from '@cvq/storage';
import { Command } from 'commander';
import type { AccountDeps } from '../accounts/actor.ts';
import {
  type AgencyPair,
  acceptClient,
  endClient,
  inviteClient,
  linkClient,
  restrictMember,
} from '../accounts/agencies.ts';
import { CommandFailed } from './command-failed.ts';
import { print } from './print.ts';
import { splitList } from './split-list.ts';
import { tableOf } from './table-of.ts';
import { withAccounts, withControl } from './with-stores.ts';

type RestrictOptions = { agency: string; user: string; clients: string; json?: boolean };

export function agencyCommand(): Command {
  const command = new Command('agency');
  onPair(command, 'invite', {
    description: 'Invite a client to work with an agency. The agency has no access yet.',
    change: inviteClient,
  });
  onPair(command, 'accept', {
    description: 'Accept an invitation. The agency gets access to the projects of the client.',
    change: acceptClient,
  });
  onPair(command, 'link', { description: 'Invite and accept in one step.', change: linkClient });
  onPair(command, 'end', {
    description: 'End the relationship or cancel the invitation. The agency loses access.',
    change: endClient,
  });
  command
    .command('restrict')
    .description('Restrict a member of an agency to some of its clients.')
    .requiredOption('--agency <id>', 'account of the agency')
    .requiredOption('--user <user>', 'usr_… or the e-mail address')
    .requiredOption('--clients <list>', 'comma-separated account ids, or all, or none')
    .option('--json', 'print one JSON object')
    .action(restrict);
  command.command('list').description('List clients.').option('--json', 'print one JSON array').action(list);
  return command;
}

type PairCommand = {
  readonly description: string;
  readonly change: (deps: AccountDeps, pair: AgencyPair) => Promise<AgencyClient>;
};

/** A command about an agency and a client, which prints their relationship afterwards. */
function onPair(command: Command, name: string, { description, change }: PairCommand): void {
  command
    .command(name)
    .description(description)
    .requiredOption('--agency <id>', 'account of the agency')
    .requiredOption('--client <id>', 'account of the client')
    .option('--json', 'print one JSON object')
    .action(async ({ json, ...pair }: AgencyPair & { json?: boolean }) => {
      const client = await withAccounts((deps) => change(deps, pair));
      print(describe(client), { json, lines: linesOf([client]) });
    });
}

async function restrict({ agency, user, clients: names, json }: RestrictOptions): Promise<void> {
  const clients = names === 'all' ? 'all' : names === 'none' ? [] : splitList(names);
  if (clients.length === 0 && names !== 'none') {
    throw new CommandFailed('--clients: The list is empty. Give account ids, all or none.');
  }
  const { id, email } = await withAccounts((deps) => restrictMember(deps, { agency, user }, clients));
  const seen = clients === 'all' ? 'all clients' : clients.join(', ') || 'no client';
  print({ user: id, agency, clients }, { json, lines: [`${email} can see ${seen}.`] });
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const clients = await withControl((control) => control.listClients());
  print(clients.map(describe), { json, lines: linesOf(clients) });
}

function describe({ id, agencyId, clientId, status }: AgencyClient) {
  return { id, agency: agencyId, client: clientId, status };
}

function linesOf(clients: readonly AgencyClient[]): readonly string[] {
  const rows = clients.map(({ agencyId, clientId, status }) => [agencyId, clientId, status]);
  return tableOf(['AGENCY', 'CLIENT', 'STATUS'], rows);
}

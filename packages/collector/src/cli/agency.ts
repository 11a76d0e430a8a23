import type { AgencyClient, ControlStore } from '@cvq/storage';
import { Command } from 'commander';
import { randomBase62 } from '../keys/base62.ts';
import { CommandFailed } from './command-failed.ts';
import { findAccount } from './find-account.ts';
import { findUser } from './find-user.ts';
import { print } from './print.ts';
import { splitList } from './split-list.ts';
import { tableOf } from './table-of.ts';
import { terminal } from './terminal.ts';
import { withControl } from './with-stores.ts';

type PairOptions = { agency: string; client: string; json?: boolean };
type RestrictOptions = { agency: string; user: string; clients: string; json?: boolean };

export function agencyCommand(): Command {
  const command = new Command('agency');
  onPair(command, 'invite', {
    does: 'Offer that an agency works for a client. It sees nothing yet.',
    act: invite,
  });
  onPair(command, 'accept', {
    does: 'Accept the offer: the agency sees the projects of the client.',
    act: accept,
  });
  onPair(command, 'link', { does: 'Invite and accept in one.', act: link });
  onPair(command, 'end', {
    does: 'End it, or take an offer back: the agency sees nothing of the client.',
    act: end,
  });
  command
    .command('restrict')
    .description('Restrict a member of an agency to some of its clients.')
    .requiredOption('--agency <id>', 'the agency')
    .requiredOption('--user <user>', 'usr_…, or the e-mail address')
    .requiredOption('--clients <list>', 'comma-separated accounts, or all, or none')
    .option('--json', 'print one JSON object')
    .action(restrict);
  command.command('list').description('List clients.').option('--json', 'print one JSON array').action(list);
  return command;
}

type Pair = { readonly agencyId: string; readonly clientId: string };

/** A command about an agency and a client, which prints how the two stand afterwards. */
function onPair(
  command: Command,
  name: string,
  { does, act }: { does: string; act: (control: ControlStore, pair: Pair) => Promise<void> },
): void {
  command
    .command(name)
    .description(does)
    .requiredOption('--agency <id>', 'the agency')
    .requiredOption('--client <id>', 'the account that it works for')
    .option('--json', 'print one JSON object')
    .action(async (options: PairOptions) => {
      const client = await withControl(async (control) => {
        const pair = await pairOf(control, options);
        await act(control, pair);
        return latest(control, pair);
      });
      print(describe(client), { json: options.json, lines: linesOf([client]) });
    });
}

async function invite(control: ControlStore, pair: Pair): Promise<void> {
  const isNew = await control.inviteClient({ ...pair, id: `rel_${randomBase62(12)}` }, terminal().now());
  if (isNew) return;
  const { status } = await latest(control, pair);
  const fix = status === 'invited' ? 'Use cvq agency accept.' : 'There is nothing to do.';
  throw new CommandFailed(`--client: ${pair.clientId} is ${status} already. ${fix}`);
}

async function accept(control: ControlStore, pair: Pair): Promise<void> {
  if (await control.acceptClient(pair, terminal().now())) return;
  throw new CommandFailed(`--client: ${pair.clientId} has no open invitation. Use cvq agency invite.`);
}

async function link(control: ControlStore, pair: Pair): Promise<void> {
  await invite(control, pair);
  await accept(control, pair);
}

async function end(control: ControlStore, pair: Pair): Promise<void> {
  if (await control.endClient(pair, terminal().now())) return;
  throw new CommandFailed(
    `--client: ${pair.clientId} is not a client of ${pair.agencyId}. See cvq agency list.`,
  );
}

async function pairOf(control: ControlStore, { agency, client }: PairOptions): Promise<Pair> {
  const { id: agencyId } = await findAgency(control, agency);
  const { id: clientId } = await findAccount(control, '--client', client);
  if (agencyId === clientId) throw new CommandFailed('--client: an agency cannot be its own client.');
  return { agencyId, clientId };
}

async function findAgency(control: ControlStore, id: string) {
  const account = await findAccount(control, '--agency', id);
  if (account.kind === 'agency') return account;
  throw new CommandFailed(`--agency: ${id} is a customer. Make one with cvq account create --kind agency.`);
}

async function latest(control: ControlStore, pair: Pair): Promise<AgencyClient> {
  return (await control.findClient(pair)) as AgencyClient;
}

async function restrict({ agency, user: text, clients: names, json }: RestrictOptions): Promise<void> {
  const clients = names === 'all' ? 'all' : names === 'none' ? [] : splitList(names);
  if (clients.length === 0 && names !== 'none') {
    throw new CommandFailed('--clients: give accounts, or all, or none.');
  }
  const user = await withControl(async (control) => {
    const { id: agencyId } = await findAgency(control, agency);
    if (clients !== 'all') await requireClients(control, agencyId, clients);
    const found = await findUser(control, '--user', text);
    if (await control.restrictMember(found.id, agencyId, clients)) return found;
    throw new CommandFailed(`--user: ${found.email} is no member of ${agencyId}. Use cvq member add.`);
  });
  const sees = clients === 'all' ? 'all clients' : clients.join(', ') || 'nothing';
  print({ user: user.id, agency, clients }, { json, lines: [`${user.email} sees ${sees}.`] });
}

/** Also those that are invited: a restriction may be there before the relationship is. */
async function requireClients(
  control: ControlStore,
  agencyId: string,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await findAccount(control, '--clients', id);
    const client = await control.findClient({ agencyId, clientId: id });
    if (client !== null && client.status !== 'ended') continue;
    throw new CommandFailed(`--clients: ${id} is not a client of ${agencyId}. See cvq agency list.`);
  }
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

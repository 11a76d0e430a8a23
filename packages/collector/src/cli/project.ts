import { CURRENCIES } from '@cvq/contract';
import { Command } from 'commander';
import { createProject } from '../accounts/create-project.ts';
import { hostName } from '../accounts/host-name.ts';
import { CommandFailed } from './command-failed.ts';
import { findAccount } from './find-account.ts';
import { parseName } from './parse-name.ts';
import { print } from './print.ts';
import { splitList } from './split-list.ts';
import { tableOf } from './table-of.ts';
import { terminal } from './terminal.ts';
import { withControl } from './with-stores.ts';

type CreateOptions = {
  domain: string;
  name?: string;
  timezone: string;
  currency: string;
  account?: string;
  hosts?: string;
  json?: boolean;
};

type UpdateOptions = { name?: string; hosts?: string; redact?: string; account?: string; json?: boolean };

const HOSTS = 'comma-separated hosts of the site beside its domain; events from other hosts are kept apart';

const REDACT =
  'comma-separated parameters of addresses to cut beside those that always are; on for these alone, off to store addresses as sent';

export function projectCommand(): Command {
  const command = new Command('project');
  command
    .command('create')
    .description('Create a project and its server key, which is printed once.')
    .requiredOption('--domain <domain>', 'domain of the site, such as www.example.com')
    .option('--name <name>', 'what to call it (default: the domain)', parseName)
    .option('--timezone <zone>', 'IANA time zone of its days', 'UTC')
    .option('--currency <code>', 'ISO 4217 currency of its totals', 'EUR')
    .option('--account <id>', 'account that owns it')
    .option('--hosts <list>', HOSTS)
    .option('--json', 'print one JSON object')
    .action(create);
  command
    .command('update')
    .description('Change a project.')
    .argument('<id>', 'proj_…')
    .option('--name <name>', 'what to call it', parseName)
    .option('--hosts <list>', `${HOSTS}; any to count every host`)
    .option('--redact <list>', REDACT)
    .option('--account <id>', 'account that is to own it; keys and people of the one before lose it')
    .option('--json', 'print one JSON object')
    .action(update);
  command
    .command('delete')
    .description(
      'Delete a project: its tracking key, its server key and its reports end. Its events stay stored.',
    )
    .argument('<id>', 'proj_…')
    .option('--json', 'print one JSON object')
    .action(remove);
  command.command('list').description('List projects.').option('--json', 'print one JSON array').action(list);
  return command;
}

async function create(options: CreateOptions): Promise<void> {
  const timezone = canonicalTimezone(options.timezone);
  const currency = options.currency.toUpperCase();
  if (!CURRENCIES.has(currency)) {
    throw new CommandFailed(`--currency: ${options.currency} is not an ISO 4217 code, such as EUR.`);
  }
  const domain = hostName('--domain', options.domain);
  const hosts = options.hosts === undefined || options.hosts === 'any' ? null : hostList(options.hosts);
  const { name = domain, account } = options;
  const { project, serverKey } = await withControl((control) =>
    createProject(control, { domain, name, timezone, currency, hosts, accountId: account }, terminal().now()),
  );
  const printed = { id: project.id, name, domain, timezone, currency, server_key: serverKey };
  print(printed, {
    json: options.json,
    lines: [
      `Project      ${project.id}   (the tracking key: safe to publish)`,
      `Server key   ${serverKey}   (secret, shown once)`,
    ],
  });
}

async function update(id: string, { name, hosts, redact, account, json }: UpdateOptions): Promise<void> {
  const change = {
    ...(name !== undefined && { name }),
    ...(hosts !== undefined && { hosts: hosts === 'any' ? null : hostList(hosts) }),
    ...(redact !== undefined && { redactedNames: parameterList(redact) }),
    ...(account !== undefined && { accountId: account }),
  };
  if (Object.keys(change).length === 0) {
    throw new CommandFailed('Nothing to change: give --name, --hosts, --redact or --account.');
  }
  const project = await withControl(async (control) => {
    if (account !== undefined) await findAccount(control, '--account', account);
    const found = await control.changeProject(id, change);
    return found ? control.findProject(id) : null;
  });
  if (project === null) throw new CommandFailed(`There is no project ${id}.`);
  print(
    {
      id,
      name: project.name,
      domain: project.domain,
      hosts: project.hosts,
      redacted_names: project.redactedNames,
    },
    {
      json,
      lines: [
        `${id}  ${project.name}  hosts: ${project.hosts?.join(', ') ?? 'any'}  redact: ${told(project.redactedNames)}`,
      ],
    },
  );
}

function told(redactedNames: readonly string[] | null): string {
  if (redactedNames === null) return 'off';
  return redactedNames.length === 0 ? 'on' : `on, and ${redactedNames.join(', ')}`;
}

/** Names to cut beside the usual ones; null where nothing is to be cut. */
function parameterList(text: string): string[] | null {
  if (text === 'off') return null;
  if (text === 'on') return [];
  return text.split(',').map((part) => {
    const name = part.trim();
    if (/^[^\s=&?#/;%]{1,64}$/.test(name)) return name;
    throw new CommandFailed('--redact takes names of parameters, such as customer_no,iban, or on or off.');
  });
}

async function remove(id: string, { json }: { json?: boolean }): Promise<void> {
  const deleted = await withControl((control) => control.deleteProject(id, terminal().now()));
  if (!deleted) throw new CommandFailed(`There is no project ${id}.`);
  print({ id, state: 'deleted' }, { json, lines: [`Deleted ${id}.`] });
}

function hostList(text: string): string[] {
  const hosts = splitList(text).map((host) => hostName('--hosts', host));
  if (hosts.length > 0) return [...new Set(hosts)];
  throw new CommandFailed('--hosts: give host names such as shop.example.com, or any to count every host.');
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const projects = await withControl((control) => control.listProjects());
  print(
    projects.map(({ id, name, domain, timezone, currency }) => ({ id, name, domain, timezone, currency })),
    {
      json,
      lines: tableOf(
        ['PROJECT', 'DOMAIN', 'TIME ZONE', 'CURRENCY', 'NAME'],
        projects.map(({ id, domain, timezone, currency, name }) => [id, domain, timezone, currency, name]),
      ),
    },
  );
}

/** An offset such as +05:30 is refused: it knows no change of clocks, and half-hour zones have names as well. */
function canonicalTimezone(text: string): string {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    // Node.js gives the older name of some zones; only the case of the letters is taken from it.
    if (!/^[+-]/.test(text)) return timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text;
  } catch {
    // Said below.
  }
  throw new CommandFailed(
    `--timezone: ${text} is not the name of an IANA time zone, such as Europe/Berlin or Asia/Kolkata.`,
  );
}

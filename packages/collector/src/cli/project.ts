import { Command } from 'commander';
import { createProject } from '../keys/create-project.ts';
import { CommandFailed } from './command-failed.ts';
import { findAccount } from './find-account.ts';
import { print } from './print.ts';
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

type UpdateOptions = { name?: string; hosts?: string; account?: string; json?: boolean };

const HOSTS = 'comma-separated hosts of the site beside its domain; events from other hosts are kept apart';

export function projectCommand(): Command {
  const command = new Command('project');
  command
    .command('create')
    .description('Create a project and its server key, which is printed once.')
    .requiredOption('--domain <domain>', 'domain of the site, such as www.example.com')
    .option('--name <name>', 'what to call it (default: the domain)')
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
    .option('--name <name>', 'what to call it')
    .option('--hosts <list>', `${HOSTS}; any to count every host`)
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
  if (!/^[A-Z]{3}$/.test(currency))
    throw new CommandFailed(`--currency: ${options.currency} is no ISO 4217 code.`);
  const domain = hostName('--domain', options.domain);
  const hosts = options.hosts === undefined || options.hosts === 'any' ? null : hostList(options.hosts);
  const { name = domain, account } = options;
  const { project, serverKey } = await withControl((control) =>
    createProject(control, { domain, name, timezone, currency, hosts, accountId: account }, Date.now()),
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

async function update(id: string, { name, hosts, account, json }: UpdateOptions): Promise<void> {
  const change = {
    ...(name !== undefined && { name }),
    ...(hosts !== undefined && { hosts: hosts === 'any' ? null : hostList(hosts) }),
    ...(account !== undefined && { accountId: account }),
  };
  const project = await withControl(async (control) => {
    if (account !== undefined) await findAccount(control, '--account', account);
    const found = await control.changeProject(id, change);
    return found ? control.findProject(id) : null;
  });
  if (project === null) throw new CommandFailed(`There is no project ${id}.`);
  print(
    { id, name: project.name, domain: project.domain, hosts: project.hosts },
    { json, lines: [`${id}  ${project.name}  hosts: ${project.hosts?.join(', ') ?? 'any'}`] },
  );
}

async function remove(id: string, { json }: { json?: boolean }): Promise<void> {
  const deleted = await withControl((control) => control.deleteProject(id, Date.now()));
  if (!deleted) throw new CommandFailed(`There is no project ${id}.`);
  print({ id, state: 'deleted' }, { json, lines: [`Deleted ${id}.`] });
}

function hostList(text: string): string[] {
  return text.split(',').map((host) => hostName('--hosts', host.trim()));
}

function hostName(option: string, text: string): string {
  const host = text.toLowerCase();
  if (/^[a-z0-9.-]+(:\d+)?$/.test(host)) return host;
  throw new CommandFailed(`${option} takes host names, such as www.example.com, without https:// or a path.`);
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const projects = await withControl((control) => control.listProjects());
  print(
    projects.map(({ id, name, domain, timezone, currency }) => ({ id, name, domain, timezone, currency })),
    {
      json,
      lines: projects.map(
        ({ id, domain, timezone, currency }) => `${id}  ${domain}  ${timezone}  ${currency}`,
      ),
    },
  );
}

function canonicalTimezone(text: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return text;
  } catch {
    throw new CommandFailed(`--timezone: ${text} is no IANA time zone, such as Europe/Berlin.`);
  }
}

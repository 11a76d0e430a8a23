import type { ProjectRecord } from '@cvq/storage';
import { Command } from 'commander';
import { keptSince } from '../accounts/kept-from.ts';
import { createProject, deleteProject, updateProject } from '../accounts/projects.ts';
import { type MoveEnds, whatAMoveEnds } from '../accounts/what-a-move-ends.ts';
import { readWholeNumber } from '../read-whole-number.ts';
import { print } from './print.ts';
import { splitList } from './split-list.ts';
import { tableOf } from './table-of.ts';
import { withAccounts, withControl } from './with-stores.ts';

type CreateOptions = {
  domain: string;
  name?: string;
  timezone: string;
  currency: string;
  account?: string;
  hosts?: string;
  json?: boolean;
};

type UpdateOptions = {
  name?: string;
  domain?: string;
  timezone?: string;
  currency?: string;
  hosts?: string;
  redact?: string;
  persons?: string;
  adConsent?: string;
  retention?: string;
  account?: string;
  json?: boolean;
};

const HOSTS =
  'comma-separated hosts of the site; events from other hosts are stored and not counted; any to count every host';

const REDACT =
  'comma-separated URL parameters to remove beside those that cvq always removes; on for those alone, off to store URLs as sent';

const PERSONS =
  'on to count visitors that were identified as the same user as one person, off to count every visitor';

const AD_CONSENT =
  'what counts at ad platforms where a visitor said nothing: by_country to send nothing from countries where the law asks for consent first, granted or denied';

const RETENTION =
  'days after which what happened is deleted for good, with all figures of it: 30 to 3650, or off to keep all';

export function projectCommand(): Command {
  const command = new Command('project');
  command
    .command('create')
    .description('Create a project and its server key, which is printed once.')
    .requiredOption('--domain <domain>', 'domain of the site, such as www.example.com')
    .option('--name <name>', 'name of the project (default: the domain)')
    .option('--timezone <zone>', 'IANA time zone that its days follow', 'UTC')
    .option('--currency <code>', 'ISO 4217 currency of its totals', 'EUR')
    .option('--account <id>', 'account that owns it (default: the first account)')
    .option('--hosts <list>', HOSTS)
    .option('--json', 'print one JSON object')
    .action(create);
  command
    .command('update')
    .description('Change a project.')
    .argument('<project>', 'proj_…')
    .option('--name <name>', 'name of the project')
    .option('--domain <domain>', 'domain of the site, such as www.example.com')
    .option('--timezone <zone>', 'IANA time zone that its days follow, those of the past as well')
    .option('--currency <code>', 'ISO 4217 currency of its totals; stored amounts stay as they are')
    .option('--hosts <list>', HOSTS)
    .option('--redact <list>', REDACT)
    .option('--persons <on|off>', PERSONS)
    .option('--ad-consent <word>', AD_CONSENT)
    .option('--retention <days>', RETENTION)
    .option(
      '--account <id>',
      'new owner; keys and people of the account before lose access, members of the project stay',
    )
    .option('--json', 'print one JSON object')
    .action(update);
  command
    .command('delete')
    .description(
      'Delete a project: its tracking key, server key and reports stop working. Its events stay stored.',
    )
    .argument('<project>', 'proj_…')
    .option('--json', 'print one JSON object')
    .action(remove);
  command.command('list').description('List projects.').option('--json', 'print one JSON array').action(list);
  return command;
}

async function create({ account: accountId, hosts, json, ...given }: CreateOptions): Promise<void> {
  const { project, serverKey } = await withAccounts((deps) =>
    createProject(deps, { ...given, accountId, hosts: readHosts(hosts) }),
  );
  print(
    { ...describe(project), server_key: serverKey },
    {
      json,
      lines: [
        `Project      ${project.id}   (the tracking key: safe to publish)`,
        `Server key   ${serverKey}   (secret, shown once)`,
      ],
      ifLost: `Project ${project.id} has been created, and nobody can read its server key any more. Delete it, and create another: cvq project delete ${project.id}`,
    },
  );
}

async function update(id: string, given: UpdateOptions): Promise<void> {
  const { hosts, redact, retention, account: accountId, json, ...same } = given;
  const lists = { hosts: readHosts(hosts), redactedNames: readRedact(redact) };
  const change = { ...same, ...lists, retentionDays: readRetention(retention), accountId };
  const { project, moved } = await withAccounts(async (deps) => {
    const before = await deps.control.findProject(id);
    const ends = accountId === undefined ? null : await whatAMoveEnds(deps, id);
    const changed = await updateProject(deps, id, change);
    const isMoved = before !== null && changed.accountId !== before.accountId;
    return { project: changed, moved: isMoved && ends ? moveLines(before.accountId, changed, ends) : [] };
  });
  const redacted = project.redactedNames === null ? 'off' : ['on', ...project.redactedNames].join(', ');
  print(
    {
      ...describe(project),
      hosts: project.hosts,
      redacted_names: project.redactedNames,
      persons: project.persons,
      ad_consent: project.adConsent,
      retention_days: project.retentionDays,
    },
    {
      json,
      lines: [
        ...expiryLines(change.retentionDays),
        ...moved,
        `${id}  ${project.name}  ${project.domain}  ${project.timezone}  ${project.currency}  hosts: ${project.hosts?.join(', ') ?? 'any'}  redact: ${redacted}  persons: ${project.persons}  ad consent: ${project.adConsent}  retention: ${project.retentionDays ?? 'off'}`,
      ],
    },
  );
}

/** What `--hosts` means: null for `any`. */
function readHosts(text: string | undefined): string[] | null | undefined {
  if (text === undefined) return undefined;
  return text === 'any' ? null : splitList(text);
}

/** What `--redact` means: null for `off`. */
function readRedact(text: string | undefined): string[] | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'off') return null;
  return text === 'on' ? [] : text.split(',').map((name) => name.trim());
}

/** What stopped with a move to another account, and what did not. */
function moveLines(
  from: string,
  { id, accountId }: ProjectRecord,
  { serverKeys, invitations, staying }: MoveEnds,
): string[] {
  return [
    `${id} moved from ${from} to ${accountId}: keys, people and agencies of ${from} reach it no more.`,
    ...serverKeys.map(
      (key) =>
        `${key.id} (${key.name}) writes into it no more: make a server key of ${accountId}, in its Settings › Keys.`,
    ),
    ...(invitations > 0 ? [`Open invitations to it that were withdrawn: ${invitations}.`] : []),
    ...(staying.length > 0
      ? [`Members of the project itself stay: ${staying.map(({ email }) => email).join(', ')}.`]
      : []),
  ];
}

/** What a retention deletes that was named. */
function expiryLines(days: number | null | undefined): string[] {
  if (typeof days !== 'number') return [];
  const from = new Date(keptSince(days, Date.now())).toISOString().slice(0, 10);
  return [
    `What happened before ${from} (UTC) is deleted for good by the running collector, within hours. --retention off keeps it, as long as it is there.`,
  ];
}

/** What `--retention` means: null for `off`. What is no whole number is refused by the rule. */
function readRetention(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  return text === 'off' ? null : (readWholeNumber(text, 0, Number.MAX_SAFE_INTEGER) ?? Number.NaN);
}

async function remove(id: string, { json }: { json?: boolean }): Promise<void> {
  await withAccounts((deps) => deleteProject(deps, id));
  print({ id, state: 'deleted' }, { json, lines: [`Deleted ${id}.`] });
}

async function list({ json }: { json?: boolean }): Promise<void> {
  const projects = await withControl((control) => control.listProjects());
  print(projects.map(describe), {
    json,
    lines: tableOf(
      ['PROJECT', 'DOMAIN', 'TIME ZONE', 'CURRENCY', 'NAME'],
      projects.map(({ id, domain, timezone, currency, name }) => [id, domain, timezone, currency, name]),
    ),
  });
}

function describe({ id, name, domain, timezone, currency }: ProjectRecord) {
  return { id, name, domain, timezone, currency };
}

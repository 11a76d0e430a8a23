import type { BotRule } from '@cvq/storage';
import { Command } from 'commander';
import { addBotRules, parseBotRules, removeBotRules } from '../accounts/bot-rules.ts';
import { findProject } from '../accounts/look-up.ts';
import { refreshBotNetworks } from '../accounts/refresh-bot-networks.ts';
import { updateNetworks } from '../bots/networks/network-refresh.ts';
import type { NetworkSources } from '../bots/networks/refresh-networks.ts';
import { previewRules } from '../bots/preview-rules.ts';
import { PREVIEW_DAYS } from '../bots/recent-user-agents.ts';
import { ruleWarnings } from '../bots/rule-warnings.ts';
import { NETWORK_SOURCES } from '../bots/tables/network-sources.ts';
import { readConfig } from '../config.ts';
import { CommandFailed } from './command-failed.ts';
import { oneOrMany } from './one-or-many.ts';
import { print } from './print.ts';
import { tableOf } from './table-of.ts';
import { terminal } from './terminal.ts';
import { withAccounts, withControl, withReports } from './with-stores.ts';

type RuleOptions = {
  project: string;
  userAgentContains: string[];
  ipRange: string[];
  force?: boolean;
  json?: boolean;
};

export function botsCommand(): Command {
  const command = new Command('bots');
  const rules = command.command('rules').description('Manage bot rules of a project.');
  withRules(rules.command('add').description('Add rules. They apply to events from now on.'))
    .option('--force', 'add rules even if they match browsers of people')
    .action(add);
  withRules(rules.command('remove').description('Remove rules.')).action(remove);
  withRules(
    rules
      .command('preview')
      .description(`Show what rules would have matched in the last ${PREVIEW_DAYS} days.`),
  ).action(preview);
  rules
    .command('list')
    .description('List the rules of a project.')
    .requiredOption('--project <id>', 'proj_…')
    .option('--json', 'print one JSON object')
    .action(list);
  command
    .command('update')
    .description(
      'Fetch the networks that operators of crawlers and clouds publish. A running collector uses them, too.',
    )
    .option(
      '--source <owner=url>',
      'fetch only the networks of this owner, from this URL (repeatable)',
      collect,
      [],
    )
    .option('--json', 'print one JSON object')
    .action(update);
  return command;
}

const collect = (value: string, values: string[]) => [...values, value];

function withRules(command: Command): Command {
  return command
    .requiredOption('--project <id>', 'proj_…')
    .option(
      '--user-agent-contains <text>',
      'part of a user agent, 2 to 200 characters, upper or lower case (repeatable)',
      collect,
      [],
    )
    .option('--ip-range <cidr>', 'an IP address, or a network such as 192.0.2.0/24 (repeatable)', collect, [])
    .option('--json', 'print one JSON object');
}

async function add({ force = false, json, ...given }: RuleOptions): Promise<void> {
  await withAccounts((deps) => addBotRules(deps, { ...listsOf(given), force }));
  await list({ project: given.project, ...(json && { json }) });
}

async function remove({ json, ...given }: RuleOptions): Promise<void> {
  await withAccounts((deps) => removeBotRules(deps, listsOf(given)));
  await list({ project: given.project, ...(json && { json }) });
}

async function preview(options: RuleOptions): Promise<void> {
  const rules = parseBotRules(listsOf(options));
  const { now } = terminal();
  const project = await withControl((control) => findProject({ control }, options.project));
  const found = await withReports((reports) => previewRules(rules, { reports, project, now: now() }));
  const { matched, total, people, examples, networks } = found;
  const warnings = ruleWarnings(rules);
  print(
    { days: PREVIEW_DAYS, matched, total, people, examples, ip_ranges: networks, warnings },
    {
      json: options.json,
      lines: [
        ...linesOfMatches(found),
        ...warnings,
        ...linesOfExamples(examples),
        ...networks.map(lineOfNetwork),
      ],
    },
  );
}

type Preview = Awaited<ReturnType<typeof previewRules>>;

function linesOfMatches({ matched, total, people }: Preview): readonly string[] {
  const ofPeople = oneOrMany(people.total, ['event', 'events']);
  const visitors = oneOrMany(people.visitors, ['visitor', 'visitors']);
  const buyers = people.buyers === 0 ? '' : `, ${people.buyers} of whom converted`;
  const more = oneOrMany(matched - people.matched, [
    'more event matches that already counts as an event of a bot',
    'more events match that already count as events of bots',
  ]);
  return [
    `${people.matched} of ${ofPeople} of people in the last ${PREVIEW_DAYS} days would count as events of bots by their user agent, and ${visitors} as bots${buyers}.`,
    `${more}. In all, ${oneOrMany(total, ['event was', 'events were'])} checked.`,
  ];
}

/** The number is a text: an IPv6 network has more addresses than a number counts exactly. */
function lineOfNetwork({ range, addresses }: Preview['networks'][number]): string {
  const size = addresses === '1' ? '1 address' : `${addresses} addresses`;
  return `${range}: ${size}. cvq does not store addresses, so it cannot count matches.`;
}

function linesOfExamples(examples: Preview['examples']): readonly string[] {
  if (examples.length === 0) return [];
  const rows = examples.map(({ people_events, events, user_agent }) => [people_events, events, user_agent]);
  return tableOf(['PEOPLE', 'EVENTS', 'USER AGENT'], rows);
}

async function list({ project, json }: { project: string; json?: boolean }): Promise<void> {
  const rules = await withControl(async (control) => {
    await findProject({ control }, project);
    return control.listBotRules(project);
  });
  const ofKind = (kind: BotRule['kind']) =>
    rules.filter((rule) => rule.kind === kind).map(({ value }) => value);
  print(
    { project, userAgentContains: ofKind('userAgentContains'), ipRanges: ofKind('ipRanges') },
    { json, lines: linesOf(rules) },
  );
}

async function update({ source, json }: { source: string[]; json?: boolean }): Promise<void> {
  const { dataFolder } = readConfig(terminal().env);
  const today = new Date().toISOString().slice(0, 10);
  const sources = source.length === 0 ? NETWORK_SOURCES : sourcesOf(source);
  const means = { fetch, today, sources, mayShrink: source.length > 0 };
  const { refreshed, failed } = await withAccounts((deps) =>
    refreshBotNetworks(deps, null, () => updateNetworks(dataFolder, means)),
  );
  const kept = failed.map(({ name, error }) => `Not updated: ${name} (${error}).`);
  if (refreshed.length === 0) throw new CommandFailed(['Nothing was updated.', ...kept].join('\n'));
  print({ date: today, refreshed, failed }, { json, lines: [`Updated: ${refreshed.join(', ')}.`, ...kept] });
}

/** Where each option says that the networks of an owner are to be found. */
function sourcesOf(options: readonly string[]): NetworkSources {
  const sources: Record<string, string[]> = {};
  for (const option of options) {
    const [owner = '', ...rest] = option.split('=');
    const address = rest.join('=');
    if (rest.length === 0)
      throw new CommandFailed(
        `--source ${option}: There is no address. Write owner and address, such as Googlebot=https://example.com/networks.json.`,
      );
    if (!Object.hasOwn(NETWORK_SOURCES, owner)) {
      const known = Object.keys(NETWORK_SOURCES).join(', ');
      throw new CommandFailed(`--source ${option}: Unknown owner: ${owner}. Use one of ${known}.`);
    }
    if (!URL.canParse(address))
      throw new CommandFailed(
        `--source ${option}: Invalid URL: ${address}. Use one such as https://example.com/networks.json.`,
      );
    sources[owner] = [...(sources[owner] ?? []), address];
  }
  return sources;
}

function listsOf({ project, userAgentContains, ipRange: ipRanges }: RuleOptions) {
  return { project, userAgentContains, ipRanges };
}

function linesOf(rules: readonly BotRule[]): readonly string[] {
  if (rules.length === 0) return ['No rules.'];
  return tableOf(
    ['KIND', 'VALUE'],
    rules.map(({ kind, value }) => [kind, value]),
  );
}

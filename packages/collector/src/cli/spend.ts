import type { Integration, SpendSourceState } from '@cvq/storage';
import { Command } from 'commander';
import { findProject } from '../accounts/look-up.ts';
import { isoOrNull } from '../iso-or-null.ts';
import { removeSpend } from '../spend/remove-spend.ts';
import { spendSourceJson } from '../spend/spend-source-json.ts';
import { howToHaveRead } from '../spend/sync/how-to-have-read.ts';
import { whyNotRead } from '../spend/sync/why-not-read.ts';
import { oneOrMany } from './one-or-many.ts';
import { print } from './print.ts';
import { spendImportCommand } from './spend-import.ts';
import { spendSyncCommand } from './spend-sync.ts';
import { tableOf } from './table-of.ts';
import { withAccounts, withControl } from './with-stores.ts';

type Options = { project: string; json?: boolean };

export function spendCommand(): Command {
  const command = new Command('spend').addCommand(spendImportCommand()).addCommand(spendSyncCommand());
  command
    .command('list')
    .description('List where the spend of a project comes from, and from when to when.')
    .requiredOption('--project <id>', 'proj_…')
    .option('--json', 'print one JSON array')
    .action(list);
  command
    .command('remove')
    .description('Remove what files said of a platform. What the platform itself told stays.')
    .requiredOption('--project <id>', 'proj_…')
    .requiredOption('--platform <name>', 'such as tiktok_ads')
    .option('--json', 'print one JSON object')
    .action(remove);
  return command;
}

async function list({ project, json }: Options): Promise<void> {
  const { found, integrations } = await withControl(async (control) => {
    await findProject({ control }, project);
    return {
      found: await control.listSpendSources(project),
      integrations: await control.listIntegrations({ project }),
    };
  });
  print(found.map(spendSourceJson), {
    json,
    lines: [
      ...tableOf(HEADINGS, found.map(cellsOf)),
      ...found.flatMap(problemOf),
      ...integrations.flatMap(toDo),
    ],
  });
}

const HEADINGS = [
  ...['PLATFORM', 'FROM', 'ACCOUNT', 'FIRST DAY', 'LAST DAY', 'GOOD UNTIL', 'CURRENCIES', 'READ'],
  'STATE',
];

function cellsOf(source: SpendSourceState): readonly string[] {
  const { platform, account, days, lastGoodDay, currencies, problem, isCurrent } = source;
  return [
    ...[platform, source.integration ?? 'file', account || '-', days?.first ?? '-', days?.last ?? '-'],
    ...[lastGoodDay ?? '-', currencies.join(' ') || '-', isoOrNull(source.readAt) ?? 'never'],
    problem === null ? (isCurrent ? 'fine' : 'no longer read') : `FAILED ${problem.code}`,
  ];
}

function problemOf({ platform, account, problem, project }: SpendSourceState): readonly string[] {
  if (problem === null) return [];
  return [
    `${platform} ${account} could not be read at ${new Date(problem.at).toISOString()}: ${problem.code}: ${problem.message} Try again with cvq spend sync --project ${project} --platform ${platform}`,
  ];
}

/** An integration of which nothing is read. */
function toDo(integration: Integration): readonly string[] {
  const reason = whyNotRead(integration);
  if (reason === null || reason === 'demo') return [];
  return [`Nothing is read from ${integration.platform}. ${howToHaveRead(reason, integration)}`];
}

async function remove({ project, platform, json }: Options & { platform: string }): Promise<void> {
  const removed = await withAccounts((deps) => removeSpend(deps, { project, platform }));
  print(
    { project, platform, removed },
    { json, lines: [`Removed ${oneOrMany(removed, ['row', 'rows'])} of ${platform}.`] },
  );
}

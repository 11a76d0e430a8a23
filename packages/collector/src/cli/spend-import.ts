import { Command } from 'commander';
import { findProject } from '../accounts/look-up.ts';
import { importSpend } from '../spend/import-spend.ts';
import { oneOrMany } from './one-or-many.ts';
import { openGivenInput } from './open-given-input.ts';
import { print } from './print.ts';
import { showProgress } from './show-progress.ts';
import { withFaultsTold } from './with-faults-told.ts';
import { withAccounts } from './with-stores.ts';

type ImportOptions = { project: string; json?: boolean };

export function spendImportCommand(): Command {
  return new Command('import')
    .description('Store what ads cost from a CSV file, whole or not at all. Safe to repeat.')
    .argument('<file>', 'date,platform,campaign_id,campaign,spend,impressions,clicks,currency; - for stdin')
    .requiredOption('--project <id>', 'proj_…')
    .option('--json', 'print one JSON object')
    .action(importFile);
}

const REMOVED = [
  'row from before is not in the file and is gone',
  'rows from before are not in the file and are gone',
] as const;

async function importFile(file: string, { project, json }: ImportOptions): Promise<void> {
  const progress = showProgress();
  const tell = (lines: number) => progress.show(`${lines.toLocaleString('en')} lines`);
  const done = await withAccounts(async (deps) => {
    await findProject(deps, project);
    return withFaultsTold(file, () =>
      importSpend(deps, { project, open: () => openGivenInput(file), tell }).finally(() => progress.clear()),
    );
  });
  const lines = [
    `Stored ${oneOrMany(done.stored, ['row', 'rows'])}.`,
    ...(done.removed === 0 ? [] : [`${oneOrMany(done.removed, REMOVED)}.`]),
    ...(done.superseded === 0
      ? []
      : [
          `${oneOrMany(done.superseded, ['does', 'do'])} not count: the platform itself has told of their campaign and day.`,
        ]),
  ];
  print({ project, ...done }, { json, lines });
}

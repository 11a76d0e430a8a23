import { Command } from 'commander';
import { findProject } from '../accounts/look-up.ts';
import { importSpendFile } from '../spend/import-spend-file.ts';
import { openGivenInput } from './open-given-input.ts';
import { print } from './print.ts';
import { showProgress } from './show-progress.ts';
import { terminal } from './terminal.ts';
import { withFaultsTold } from './with-faults-told.ts';
import { withControl } from './with-stores.ts';

type ImportOptions = { project: string; json?: boolean };

export function spendImportCommand(): Command {
  return new Command('import')
    .description('Store what ads cost from a CSV file, whole or not at all. Safe to repeat.')
    .argument('<file>', 'date,platform,campaign_id,campaign,spend,impressions,clicks,currency; - for stdin')
    .requiredOption('--project <id>', 'proj_…')
    .option('--json', 'print one JSON object')
    .action(importFile);
}

async function importFile(file: string, { project, json }: ImportOptions): Promise<void> {
  const progress = showProgress();
  const done = await withControl(async (store) => {
    await findProject({ control: store }, project);
    const { now } = terminal();
    const given = {
      project,
      store,
      now: now(),
      tell: (lines: number) => progress.show(`${lines.toLocaleString('en')} lines`),
    };
    return withFaultsTold(file, () =>
      importSpendFile(openGivenInput(file), given).finally(() => progress.clear()),
    );
  });
  const lines = [
    `Stored ${done.stored} rows.`,
    ...(done.removed === 0 ? [] : [`${done.removed} rows of before are not in the file and are gone.`]),
    ...(done.superseded === 0
      ? []
      : [`${done.superseded} do not count: the platform itself has told of their campaign and day.`]),
  ];
  print({ project, ...done }, { json, lines });
}

import { Command } from 'commander';
import { findProject } from '../accounts/look-up.ts';
import { importRateFile } from '../spend/import-rate-file.ts';
import { openGivenInput } from './open-given-input.ts';
import { print } from './print.ts';
import { terminal } from './terminal.ts';
import { withFaultsTold } from './with-faults-told.ts';
import { withControl } from './with-stores.ts';

type ImportOptions = { project: string; json?: boolean };

export function ratesCommand(): Command {
  const command = new Command('rates');
  command
    .command('import')
    .description('Store exchange rates from a CSV file, whole or not at all. Safe to repeat.')
    .argument('<file>', 'date,from,to,rate; - for stdin')
    .requiredOption('--project <id>', 'proj_…')
    .option('--json', 'print one JSON object')
    .action(importFile);
  return command;
}

async function importFile(file: string, { project, json }: ImportOptions): Promise<void> {
  const { stored } = await withControl(async (store) => {
    await findProject({ control: store }, project);
    const given = { project, store, now: terminal().now() };
    return withFaultsTold(file, () => importRateFile(openGivenInput(file), given));
  });
  print({ project, stored }, { json, lines: [`Stored ${stored} rates.`] });
}

import { CURRENCIES } from '@cvq/contract';
import type { ExchangeRate } from '@cvq/storage';
import { Command, InvalidArgumentError } from 'commander';
import { findProject } from '../accounts/look-up.ts';
import { importRateFile } from '../spend/import-rate-file.ts';
import { CommandFailed } from './command-failed.ts';
import { openGivenInput } from './open-given-input.ts';
import { print } from './print.ts';
import { tableOf } from './table-of.ts';
import { terminal } from './terminal.ts';
import { withFaultsTold } from './with-faults-told.ts';
import { withControl } from './with-stores.ts';

type Options = { project: string; json?: boolean };
type RemoveOptions = Options & { from: string; to: string; date?: string };

const EVER = { first: '0000-01-01', last: '9999-12-31' };

export function ratesCommand(): Command {
  const command = new Command('rates');
  command
    .command('import')
    .description('Store exchange rates from a CSV file, whole or not at all. Safe to repeat.')
    .argument('<file>', 'date,from,to,rate; - for stdin')
    .requiredOption('--project <id>', 'proj_…')
    .option('--json', 'print one JSON object')
    .action(importFile);
  command
    .command('list')
    .description('List the exchange rates of a project.')
    .requiredOption('--project <id>', 'proj_…')
    .option('--json', 'print one JSON array')
    .action(list);
  command
    .command('remove')
    .description('Remove the exchange rates of two currencies, or that of one day.')
    .requiredOption('--project <id>', 'proj_…')
    .requiredOption('--from <currency>', 'such as USD', parseCurrency)
    .requiredOption('--to <currency>', 'such as EUR', parseCurrency)
    .option('--date <day>', 'only the rate that began on this day, such as 2026-11-23')
    .option('--json', 'print one JSON object')
    .action(remove);
  return command;
}

function parseCurrency(text: string): string {
  if (CURRENCIES.has(text)) return text;
  throw new InvalidArgumentError('It must be an ISO 4217 code in capitals, such as EUR.');
}

async function importFile(file: string, { project, json }: Options): Promise<void> {
  const { stored } = await withControl(async (store) => {
    await findProject({ control: store }, project);
    const given = { project, store, now: terminal().now() };
    return withFaultsTold(file, () => importRateFile(openGivenInput(file), given));
  });
  print({ project, stored }, { json, lines: [`Stored ${stored} rates.`] });
}

async function list({ project, json }: Options): Promise<void> {
  const rates = await withControl(async (control) => {
    await findProject({ control }, project);
    return control.readRates(project, EVER);
  });
  print(rates, { json, lines: tableOf(['FROM', 'TO', 'SINCE', 'RATE'], rates.map(cellsOf)) });
}

function cellsOf({ from, to, date, rate }: ExchangeRate): readonly string[] {
  // As digits: a number below a millionth would be printed with an exponent.
  return [from, to, date, rate.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 12 })];
}

async function remove({ project, from, to, date, json }: RemoveOptions): Promise<void> {
  const removed = await withControl(async (control) => {
    await findProject({ control }, project);
    return control.removeRates(project, { from, to, date: date ?? null });
  });
  if (removed === 0)
    throw new CommandFailed(
      `There is no rate from ${from} to ${to}${date === undefined ? '' : ` that began on ${date}`}. See cvq rates list --project ${project}.`,
    );
  print(
    { project, from, to, date: date ?? null, removed },
    { json, lines: [`Removed ${removed} rates from ${from} to ${to}.`] },
  );
}

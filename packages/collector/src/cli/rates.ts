import { CURRENCIES } from '@cvq/contract';
import type { ExchangeRate } from '@cvq/storage';
import { Command, InvalidArgumentError } from 'commander';
import { importRates } from '../spend/import-rates.ts';
import { listRates } from '../spend/list-rates.ts';
import { removeRates } from '../spend/remove-rates.ts';
import { givenOrOnlyProject } from './given-or-only-project.ts';
import { oneOrMany } from './one-or-many.ts';
import { openGivenInput } from './open-given-input.ts';
import { print } from './print.ts';
import { tableOf } from './table-of.ts';
import { withFaultsTold } from './with-faults-told.ts';
import { withAccounts } from './with-stores.ts';

type Options = { project?: string; json?: boolean };
type RemoveOptions = Options & { from: string; to: string; date?: string };

const PROJECT = ['--project <id>', 'proj_…; needed where there are several projects'] as const;
const RATES = ['rate', 'rates'] as const;

export function ratesCommand(): Command {
  const command = new Command('rates');
  command
    .command('import')
    .description('Store exchange rates from a CSV file, whole or not at all. Safe to repeat.')
    .argument('<file>', 'date,from,to,rate; - for stdin')
    .option(...PROJECT)
    .option('--json', 'print one JSON object')
    .action(importFile);
  command
    .command('list')
    .description('List the exchange rates of a project.')
    .option(...PROJECT)
    .option('--json', 'print one JSON array')
    .action(list);
  command
    .command('remove')
    .description('Remove the exchange rates of two currencies, or that of one day.')
    .option(...PROJECT)
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

async function importFile(file: string, { json, ...given }: Options): Promise<void> {
  const { project, stored } = await withAccounts(async (deps) => {
    const project = await givenOrOnlyProject(deps, given.project);
    const open = () => openGivenInput(file);
    return { project, ...(await withFaultsTold(file, () => importRates(deps, { project, open }))) };
  });
  print({ project, stored }, { json, lines: [`Stored ${oneOrMany(stored, RATES)}.`] });
}

async function list({ project, json }: Options): Promise<void> {
  const rates = await withAccounts(async (deps) => listRates(deps, await givenOrOnlyProject(deps, project)));
  print(rates, { json, lines: tableOf(['FROM', 'TO', 'SINCE', 'RATE'], rates.map(cellsOf)) });
}

function cellsOf({ from, to, date, rate }: ExchangeRate): readonly string[] {
  // As digits: a number below a millionth would be printed with an exponent.
  return [from, to, date, rate.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 12 })];
}

async function remove({ from, to, date, json, ...given }: RemoveOptions): Promise<void> {
  const { pair, removed } = await withAccounts(async (deps) => {
    const project = await givenOrOnlyProject(deps, given.project);
    const pair = { project, from, to, date: date ?? null };
    return { pair, removed: await removeRates(deps, pair) };
  });
  print(
    { ...pair, removed },
    { json, lines: [`Removed ${oneOrMany(removed, RATES)} from ${from} to ${to}.`] },
  );
}

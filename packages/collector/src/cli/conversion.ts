import { formatConversionId, parseConversionId } from '@cvq/contract';
import type { Removal } from '@cvq/storage';
import { Command } from 'commander';
import { rememberEndpoints } from '../webhooks/endpoints.ts';
import { CommandFailed } from './command-failed.ts';
import { print } from './print.ts';
import { terminal } from './terminal.ts';
import { withControl, withLedger } from './with-stores.ts';

type RemoveOptions = { project: string; json?: boolean };

export function conversionCommand(): Command {
  const command = new Command('conversion');
  command
    .command('remove')
    .description('Take a conversion out of every report and of the read API, for good. Safe to repeat.')
    .argument('<id>', 'conv_… of the conversion, or evt_… of its event')
    .requiredOption('--project <id>', 'proj_…')
    .option('--json', 'print one JSON object')
    .action(remove);
  return command;
}

async function remove(text: string, { project, json }: RemoveOptions): Promise<void> {
  const id = parseConversionId(text);
  if (id === null)
    throw new CommandFailed(`"${text}" is no id of a conversion, which begins with conv_ or evt_.`);
  const removal = await withControl(async (control) => {
    if ((await control.findProject(project)) === null)
      throw new CommandFailed(`--project: there is no project ${project}.`);
    const endpoints = rememberEndpoints(control);
    await endpoints.refresh();
    const wish = { now: terminal().now(), subscriptions: endpoints.subscriptions() };
    return withLedger((ledger) => ledger.removeConversion(project, id, wish));
  });
  if (removal.status === 'unknown') throw new CommandFailed(`Project ${project} has no conversion ${text}.`);
  if (removal.status === 'no_conversion')
    throw new CommandFailed(`${text} is an event of project ${project} and no conversion.`);
  const sale = formatConversionId(removal.sale);
  const removed_before = removal.status === 'removed_before';
  print(
    { id: sale, project, order_id: removal.orderId, state: 'removed', removed_before },
    { json, lines: [lineOf(removal, sale)] },
  );
}

function lineOf({ status, orderId }: Extract<Removal, { sale: unknown }>, sale: string): string {
  const order = orderId === null ? '' : `, order ${orderId} with all that report it`;
  return status === 'removed' ? `Removed ${sale}${order}.` : `${sale} was removed before.`;
}

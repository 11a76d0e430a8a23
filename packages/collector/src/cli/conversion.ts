import { formatConversionId, parseConversionId } from '@cvq/contract';
import type { Removal } from '@cvq/storage';
import { Command } from 'commander';
import { findProject } from '../accounts/look-up.ts';
import { subscriptionsOf } from '../webhooks/endpoints.ts';
import { CommandFailed } from './command-failed.ts';
import { print } from './print.ts';
import { terminal } from './terminal.ts';
import { withControl, withLedger } from './with-stores.ts';

type RemoveOptions = { project: string; json?: boolean };

export function conversionCommand(): Command {
  const command = new Command('conversion');
  command
    .command('remove')
    .description('Remove a conversion from every report and from the read API permanently. Safe to repeat.')
    .argument('<conversion>', 'conv_…, or evt_… of its event')
    .requiredOption('--project <id>', 'proj_…')
    .option('--json', 'print one JSON object')
    .action(remove);
  return command;
}

async function remove(text: string, { project, json }: RemoveOptions): Promise<void> {
  const id = parseConversionId(text);
  if (id === null)
    throw new CommandFailed(`<conversion>: Invalid id: ${text}. Use one that begins with conv_ or evt_.`);
  const removal = await withControl(async (control) => {
    await findProject({ control }, project);
    const wish = { now: terminal().now(), subscriptions: subscriptionsOf(await control.listWebhooks()) };
    return withLedger((ledger) => ledger.removeConversion(project, id, wish));
  });
  if (removal.status === 'unknown')
    throw new CommandFailed(`<conversion>: Unknown conversion of ${project}: ${text}. Check the id.`);
  if (removal.status === 'no_conversion')
    throw new CommandFailed(
      `<conversion>: ${text} is an event of ${project}, but not a conversion. Check the id.`,
    );
  const sale = formatConversionId(removal.sale);
  const removed_before = removal.status === 'removed_before';
  print(
    { id: sale, project, order_id: removal.orderId, state: 'removed', removed_before },
    { json, lines: [lineOf(removal, sale)] },
  );
}

function lineOf({ status, orderId }: Extract<Removal, { sale: unknown }>, sale: string): string {
  const order = orderId === null ? '' : `, order ${orderId} with every event that reports it`;
  return status === 'removed' ? `Removed ${sale}${order}.` : `${sale} was already removed.`;
}

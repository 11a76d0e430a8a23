import { formatConversionId } from '@cvq/contract';
import type { Removal } from '@cvq/storage';
import { Command } from 'commander';
import { removeConversion } from '../accounts/remove-conversion.ts';
import { subscriptionsOf } from '../webhooks/endpoints.ts';
import { print } from './print.ts';
import { withAccounts, withLedger } from './with-stores.ts';

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
  const removal = await withAccounts((deps) =>
    removeConversion(
      {
        ...deps,
        async remove(of, event, now) {
          const subscriptions = subscriptionsOf(await deps.control.listWebhooks());
          return withLedger((ledger) => ledger.removeConversion(of, event, { now, subscriptions }));
        },
      },
      { project, conversion: text },
    ),
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

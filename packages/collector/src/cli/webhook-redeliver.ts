import { parseDeliveryId } from '@cvq/contract';
import { Command } from 'commander';
import { CommandFailed } from './command-failed.ts';
import { print } from './print.ts';
import { endpointsOf, parseTime } from './webhook-deliveries.ts';
import { describeDelivery } from './webhook-lines.ts';
import { withWebhooks } from './with-webhooks.ts';

type RangeOptions = { project?: string; endpoint?: string; from?: number; to?: number; json?: boolean };

export function webhookRedeliverCommand(): Command {
  return new Command('redeliver')
    .description(
      'Deliver once more: one delivery, or all that have failed in a range. The collector sends them.',
    )
    .argument('[id]', 'del_…, in any state')
    .option('--project <id>', 'all that have failed of a project')
    .option('--endpoint <id>', 'all that have failed of an endpoint')
    .option('--from <time>', 'of those, the ones made at or after this time (ISO 8601)', parseTime)
    .option('--to <time>', 'of those, the ones made before this time (ISO 8601)', parseTime)
    .option('--json', 'print one JSON object')
    .action((id: string | undefined, options: RangeOptions) =>
      id === undefined ? all(options) : one(id, options),
    );
}

async function one(text: string, { json }: RangeOptions): Promise<void> {
  const id = parseDeliveryId(text);
  const made =
    id === null ? null : await withWebhooks(({ deliveries, now }) => deliveries.redeliver(id, now()));
  if (made === null) throw new CommandFailed(`There is no delivery ${text}.`);
  const described = describeDelivery(made);
  print(described, { json, lines: [`${described.id} repeats ${text} and is due now.`] });
}

async function all({ json, from = 0, to, ...which }: RangeOptions): Promise<void> {
  if (which.project === undefined && which.endpoint === undefined)
    throw new CommandFailed(
      'Name what to deliver once more: del_…, or --project or --endpoint for all that failed.',
    );
  const redelivered = await withWebhooks(async (webhooks) => {
    const at = webhooks.now();
    const endpoints = await endpointsOf(webhooks, which);
    return webhooks.deliveries.redeliverFailed({ endpoints, from, to: to ?? at }, at);
  });
  print({ redelivered }, { json, lines: [`${redelivered} deliveries are due now.`] });
}

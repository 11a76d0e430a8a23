import { parseDeliveryId } from '@cvq/contract';
import { Command } from 'commander';
import { CommandFailed } from './command-failed.ts';
import { print } from './print.ts';
import { refuseBesideId } from './refuse-beside-id.ts';
import { endpointsOf, parseTime } from './webhook-deliveries.ts';
import { describeDelivery } from './webhook-lines.ts';
import { withWebhooks } from './with-webhooks.ts';

type RangeOptions = { project?: string; endpoint?: string; from?: number; to?: number; json?: boolean };

export function webhookRedeliverCommand(): Command {
  return new Command('redeliver')
    .description('Repeat one delivery, or all that have failed in a range. A running collector sends them.')
    .argument('[delivery]', 'del_…, in any state')
    .option('--project <id>', 'repeat all failed deliveries of this project')
    .option('--endpoint <id>', 'repeat all failed deliveries to this endpoint')
    .option('--from <time>', 'only those created at or after this time (ISO 8601)', parseTime)
    .option('--to <time>', 'only those created before this time (ISO 8601)', parseTime)
    .option('--json', 'print one JSON object')
    .action((id: string | undefined, options: RangeOptions) =>
      id === undefined ? all(options) : one(id, options),
    );
}

async function one(text: string, { json, ...choosing }: RangeOptions): Promise<void> {
  refuseBesideId(text, choosing);
  const id = parseDeliveryId(text);
  if (id === null) throw unknown(text);
  const { made, waits } = await withWebhooks(async ({ control, deliveries, now }) => {
    const found = await deliveries.find(id);
    if (found === null) throw unknown(text);
    const endpoint = await control.findWebhook(found.endpoint);
    if (endpoint === null) {
      throw new CommandFailed(
        `<delivery>: The endpoint ${found.endpoint} of ${text} was removed. Nothing can be sent to it.`,
      );
    }
    return { made: await deliveries.redeliver(id, now()), waits: endpoint.enabled ? null : endpoint.id };
  });
  if (made === null) throw unknown(text);
  const described = describeDelivery(made);
  const when =
    waits === null
      ? 'is due now.'
      : `waits because ${waits} is disabled. To send it: cvq webhook enable ${waits}`;
  print(described, { json, lines: [`${described.id} repeats ${text} and ${when}`] });
}

function unknown(text: string): CommandFailed {
  return new CommandFailed(`<delivery>: Unknown delivery: ${text}. See cvq webhook deliveries.`);
}

async function all({ json, from = 0, to, ...which }: RangeOptions): Promise<void> {
  if (which.project === undefined && which.endpoint === undefined)
    throw new CommandFailed(
      'Nothing to repeat. Give a delivery (del_…), or --project or --endpoint for all that failed.',
    );
  const { redelivered, disabled } = await withWebhooks(async (webhooks) => {
    const at = webhooks.now();
    const endpoints = await endpointsOf(webhooks, which);
    const known = await webhooks.control.listWebhooks();
    return {
      redelivered: await webhooks.deliveries.redeliverFailed({ endpoints, from, to: to ?? at }, at),
      disabled: known.filter(({ id, enabled }) => !enabled && endpoints.includes(id)).map(({ id }) => id),
    };
  });
  const waiting =
    disabled.length === 0 ? [] : [`Deliveries to ${disabled.join(', ')} wait until it is enabled.`];
  print({ redelivered }, { json, lines: [`${redelivered} deliveries are due now.`, ...waiting] });
}

import { Command } from 'commander';
import { deliveryJson } from '../webhooks/delivery-json.ts';
import { repeatDelivery, repeatFailed } from '../webhooks/repeat-deliveries.ts';
import { CommandFailed } from './command-failed.ts';
import { oneOrMany } from './one-or-many.ts';
import { parseTime } from './parse-time.ts';
import { print } from './print.ts';
import { refuseBesideId } from './refuse-beside-id.ts';
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

async function one(id: string, { json, ...choosing }: RangeOptions): Promise<void> {
  refuseBesideId(id, choosing);
  const { made, waitsFor } = await withWebhooks((webhooks) => repeatDelivery(webhooks, id));
  const described = deliveryJson(made);
  const when =
    waitsFor === null
      ? 'is due now.'
      : `waits because ${waitsFor} is disabled. To send it: cvq webhook enable ${waitsFor}`;
  print(described, { json, lines: [`${described.id} repeats ${id} and ${when}`] });
}

async function all({ json, from = 0, to, ...choice }: RangeOptions): Promise<void> {
  if (choice.project === undefined && choice.endpoint === undefined)
    throw new CommandFailed(
      'Nothing to repeat. Give a delivery (del_…), or --project or --endpoint for all that failed.',
    );
  const { repeated, waitFor } = await withWebhooks((webhooks) =>
    repeatFailed(webhooks, { ...choice, from, to }),
  );
  const waiting =
    waitFor.length === 0 ? [] : [`Deliveries to ${waitFor.join(', ')} wait until it is enabled.`];
  const due = `${oneOrMany(repeated, ['delivery is due', 'deliveries are due'])} now.`;
  print({ redelivered: repeated }, { json, lines: [due, ...waiting] });
}

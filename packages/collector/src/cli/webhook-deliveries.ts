import type { AttemptEntry, DeliveryState } from '@cvq/storage';
import { Command, Option } from 'commander';
import { attemptJson, deliveryJson } from '../webhooks/delivery-json.ts';
import { type EndpointChoice, endpointsOf, findDelivery } from '../webhooks/repeat-deliveries.ts';
import { parseTime } from './parse-time.ts';
import { parseWholeNumber } from './parse-whole-number.ts';
import { print } from './print.ts';
import { refuseBesideId } from './refuse-beside-id.ts';
import { tableOf } from './table-of.ts';
import { linesOfDeliveries } from './webhook-lines.ts';
import { withWebhooks } from './with-webhooks.ts';

type ListOptions = EndpointChoice & {
  state?: DeliveryState;
  from?: number;
  to?: number;
  limit: number;
  json?: boolean;
};

/** Each state of a delivery: the compiler names one that is left out. */
const STATES = Object.keys({
  pending: true,
  attempting: true,
  retry_scheduled: true,
  acknowledged: true,
  failed: true,
  cancelled: true,
} satisfies Record<DeliveryState, true>);

const MAX_LISTED = 10_000;

export function webhookDeliveriesCommand(): Command {
  return new Command('deliveries')
    .description('List deliveries of the last 30 days, newest first, or show one in full.')
    .argument('[delivery]', 'del_…; shows its payload and every attempt')
    .option('--project <id>', 'only deliveries of this project')
    .option('--endpoint <id>', 'only deliveries to this endpoint, which may have been removed')
    .addOption(new Option('--state <state>', 'only deliveries in this state').choices(STATES))
    .option('--from <time>', 'only deliveries created at or after this time (ISO 8601)', parseTime)
    .option('--to <time>', 'only deliveries created before this time (ISO 8601)', parseTime)
    .option('--limit <count>', 'at most this many', parseWholeNumber(1, MAX_LISTED), 50)
    .option('--json', 'print JSON: an array, or one object for one delivery')
    .action((id: string | undefined, options: ListOptions) =>
      id === undefined ? list(options) : show(id, options),
    );
}

async function list({ json, limit, state, from, to, ...which }: ListOptions): Promise<void> {
  const found = await withWebhooks(async (webhooks) =>
    webhooks.deliveries.list({ endpoints: await endpointsOf(webhooks, which), state, from, to, limit }),
  );
  print(found.map(deliveryJson), { json, lines: linesOfDeliveries(found) });
}

async function show(text: string, { json, limit: _, ...choosing }: ListOptions): Promise<void> {
  refuseBesideId(text, choosing);
  const found = await withWebhooks((webhooks) => findDelivery(webhooks, text));
  const payload = Buffer.from(found.body).toString('utf8');
  print(
    { ...deliveryJson(found), payload, log: found.log.map(attemptJson) },
    { json, lines: [...linesOfDeliveries([found]), payload, ...linesOfAttempts(found.log)] },
  );
}

function linesOfAttempts(log: readonly AttemptEntry[]): readonly string[] {
  return tableOf(
    ['ATTEMPT', 'STARTED', 'ANSWER', 'TIME'],
    log.map(({ number, startedAt, durationMs, status, error }) => [
      number,
      new Date(startedAt).toISOString(),
      status ?? error ?? '-',
      durationMs === null ? '-' : `${durationMs} ms`,
    ]),
  );
}

import { formatDeliveryId, WEBHOOK_TEST_TYPES, type WebhookTestType } from '@cvq/contract';
import { Command, Option } from 'commander';
import { testEndpoint } from '../webhooks/test-endpoint.ts';
import { print } from './print.ts';
import { terminal } from './terminal.ts';
import { withWebhooks } from './with-webhooks.ts';

export function webhookTestCommand(): Command {
  return new Command('test')
    .description('Send a test event to an endpoint once, and print its answer.')
    .argument('<endpoint>', 'whe_…')
    .addOption(
      new Option('--type <type>', 'type of the event').choices([...WEBHOOK_TEST_TYPES]).default('purchase'),
    )
    .option('--json', 'print one JSON object')
    .action(test);
}

async function test(id: string, { type, json }: { type: WebhookTestType; json?: boolean }): Promise<void> {
  const { delivery, durationMs, answer, acknowledged } = await withWebhooks((webhooks) =>
    testEndpoint(webhooks, id, type),
  );
  const { status, error } = answer;
  print(
    {
      delivery: formatDeliveryId(delivery),
      event_type: type,
      acknowledged,
      response_status: status,
      response_time_ms: durationMs,
      error,
    },
    {
      json,
      lines: [`${acknowledged ? 'Acknowledged' : 'Failed'}: ${status ?? error} in ${durationMs} ms`],
    },
  );
  if (!acknowledged) terminal().exitCode = 1;
}

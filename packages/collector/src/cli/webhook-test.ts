import { formatDeliveryId } from '@cvq/contract';
import { Command, Option } from 'commander';
import { sendTest } from '../webhooks/send-test.ts';
import type { TestEventType } from '../webhooks/test-events.ts';
import { print } from './print.ts';
import { terminal } from './terminal.ts';
import { withWebhooks } from './with-webhooks.ts';

export function webhookTestCommand(types: readonly TestEventType[]): Command {
  return new Command('test')
    .description('Send a test event to an endpoint once, and print its answer.')
    .argument('<endpoint>', 'whe_…')
    .addOption(new Option('--type <type>', 'type of the event').choices([...types]).default('purchase'))
    .option('--json', 'print one JSON object')
    .action(test);
}

async function test(id: string, { type, json }: { type: TestEventType; json?: boolean }): Promise<void> {
  const { delivery, durationMs, answer } = await withWebhooks(async (webhooks) => {
    const endpoint = await webhooks.editor.find(id);
    const domain = (await webhooks.control.findProject(endpoint.project))?.domain ?? 'shop.example';
    return sendTest(endpoint, type, { ...webhooks, domain });
  });
  const { status, error } = answer;
  const acknowledged = status !== null && status >= 200 && status < 300;
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

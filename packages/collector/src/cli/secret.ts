import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { loadSecret } from '../secrets/load-secret.ts';
import { acceptSecret } from '../secrets/open-secret.ts';
import { print } from './print.ts';
import { terminal } from './terminal.ts';
import { withControl, withEventLog } from './with-stores.ts';

export function secretCommand(): Command {
  const secret = new Command('secret');
  secret
    .command('accept')
    .description('Use the present secret from now on. What was encrypted with the lost one stays unreadable.')
    .option('--json', 'print one JSON object')
    .action(accept);
  return secret;
}

async function accept({ json }: { json?: boolean }): Promise<void> {
  const { secret, dataFolder } = readConfig(terminal().env);
  // A canary stands for both stores: see SECRET_CANARY.
  await withEventLog(async () => {});
  const webhooks = await withControl(async (control) => {
    await acceptSecret(loadSecret(secret, dataFolder), control);
    return (await control.listWebhooks()).map(({ id }) => id);
  });
  print(
    { accepted: true, webhooks },
    {
      json,
      lines: [
        'cvq uses this secret from now on. User data that was encrypted with the lost one can no longer be read.',
        ...webhooks.map((id) => `Webhook endpoint ${id} needs a new secret: cvq webhook rotate-secret ${id}`),
      ],
    },
  );
}

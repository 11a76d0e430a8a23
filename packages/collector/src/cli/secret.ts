import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { loadSecret } from '../secrets/load-secret.ts';
import { acceptSecret } from '../secrets/open-secret.ts';
import { print } from './print.ts';
import { terminal } from './terminal.ts';
import { withControl } from './with-stores.ts';

export function secretCommand(): Command {
  const secret = new Command('secret');
  secret
    .command('accept')
    .description('Go on with the secret that there is now, although the stores were sealed with another.')
    .option('--json', 'print one JSON object')
    .action(accept);
  return secret;
}

async function accept({ json }: { json?: boolean }): Promise<void> {
  const { secret, dataFolder } = readConfig(terminal().env);
  const webhooks = await withControl(async (control) => {
    await acceptSecret(loadSecret(secret, dataFolder), control);
    return (await control.listWebhooks()).map(({ id }) => id);
  });
  print(
    { accepted: true, webhooks },
    {
      json,
      lines: [
        'This secret is the one from now on. User data that was sealed before cannot be read any more.',
        ...webhooks.map((id) => `Give webhook endpoint ${id} a new secret: cvq webhook rotate-secret ${id}`),
      ],
    },
  );
}

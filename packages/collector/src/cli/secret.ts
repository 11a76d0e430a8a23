import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { loadPreviousSecret, loadSecret } from '../secrets/load-secret.ts';
import { replaceLostSecret } from '../secrets/open-secret.ts';
import { canOpen, createSecretSealer } from '../secrets/sealer.ts';
import { print } from './print.ts';
import { secretRotateCommand } from './secret-rotate.ts';
import { terminal } from './terminal.ts';
import { openStoredEvents, withControl, withEventLog } from './with-stores.ts';

export function secretCommand(): Command {
  const secret = new Command('secret');
  secret
    .command('accept')
    .description(
      'Use the present secret from now on, if the former one is lost. What that encrypted stays unreadable.',
    )
    .option('--json', 'print one JSON object')
    .action(accept);
  return secret.addCommand(secretRotateCommand());
}

async function accept({ json }: { json?: boolean }): Promise<void> {
  const { secret: place } = readConfig(terminal().env);
  // A canary stands for both stores: see SECRET_CANARY.
  await withEventLog(async () => {});
  const { accepted, webhooks } = await withControl(async (control) => {
    const isReplaced = await replaceLostSecret(place, { control, openEventLog: openStoredEvents });
    const endpoints = await control.listWebhooks();
    // A store that nothing was sealed in needs no secret, and none is made.
    if (endpoints.length === 0) return { accepted: isReplaced, webhooks: [] };
    const secret = {
      sealing: loadSecret(place.given, place.dataFolder),
      alsoOpening: loadPreviousSecret(place),
    };
    const sealer = createSecretSealer(secret);
    const lost = endpoints.filter(({ secrets }) => !secrets.some(({ sealed }) => canOpen(sealer, sealed)));
    return { accepted: isReplaced, webhooks: lost.map(({ id }) => id) };
  });
  const lines = accepted
    ? [
        'cvq uses this secret from now on. User data that was encrypted with the lost one can no longer be read.',
        'A collector that runs still uses the secret that it was started with: restart it.',
      ]
    : ['The secret is not lost, so nothing was changed.'];
  print({ accepted, webhooks }, { json, lines: [...lines, ...webhooks.map(fixOf)] });
}

function fixOf(webhook: string): string {
  return `Webhook endpoint ${webhook} needs a new secret: cvq webhook rotate-secret ${webhook}`;
}

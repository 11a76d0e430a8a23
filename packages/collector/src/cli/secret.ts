import type { ControlStore, Integration, WebhookEndpoint } from '@cvq/storage';
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { isOfDemo } from '../demo/demo-integrations.ts';
import { loadPreviousSecret, loadSecret } from '../secrets/load-secret.ts';
import { replaceLostSecret } from '../secrets/open-secret.ts';
import { canOpen, createCredentialSealer, createSecretSealer } from '../secrets/sealer.ts';
import type { SecretPlace } from '../secrets/secret-place.ts';
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
  const { accepted, webhooks, integrations } = await withControl(async (control) => ({
    accepted: await replaceLostSecret(place, { control, openEventLog: openStoredEvents }),
    ...(await findUnreadable(place, control)),
  }));
  const lines = accepted
    ? [
        'cvq uses this secret from now on. User data that was encrypted with the lost one can no longer be read: conversions are sent without it, and cvq erase --email does not find who is only there.',
        'A collector that runs still uses the secret that it was started with: restart it.',
      ]
    : ['The secret is not lost, so nothing was changed.'];
  const unreadable = {
    webhooks: webhooks.map(({ id }) => id),
    integrations: integrations.map(({ id }) => id),
  };
  print(
    { accepted, ...unreadable },
    { json, lines: [...lines, ...webhooks.map(fixOfWebhook), ...integrations.map(fixOfIntegration)] },
  );
}

/** Endpoints and integrations of which nothing can be opened any more; those of the demo have nothing to be opened. */
async function findUnreadable(place: SecretPlace, control: ControlStore) {
  const [endpoints, connected] = [await control.listWebhooks(), await control.listIntegrations()];
  // A store that nothing was sealed in needs no secret, and none is made.
  if (endpoints.length + connected.length === 0) return { webhooks: [], integrations: [] };
  const sealing = loadSecret(place.given, place.dataFolder);
  const secret = { sealing, alsoOpening: loadPreviousSecret(place) };
  const [ofWebhooks, ofIntegrations] = [createSecretSealer(secret), createCredentialSealer(secret)];
  return {
    webhooks: endpoints.filter(({ secrets }) => !secrets.some(({ sealed }) => canOpen(ofWebhooks, sealed))),
    integrations: connected.filter(
      (integration) => !isOfDemo(integration) && !canOpen(ofIntegrations, integration.credentials),
    ),
  };
}

function fixOfWebhook({ id }: WebhookEndpoint): string {
  return `Webhook endpoint ${id} needs a new secret: cvq webhook rotate-secret ${id}`;
}

function fixOfIntegration({ id, project, platform }: Integration): string {
  return `Integration ${id} needs new credentials: cvq integration update --project ${project} --platform ${platform} --credentials FILE`;
}

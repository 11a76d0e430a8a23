import { type ControlStore, type DeliveryStore, openDeliveryStore } from '@cvq/storage';
import { readConfig } from '../config.ts';
import { openSecret } from '../secrets/open-secret.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { createAddressGuard } from '../webhooks/address-guard.ts';
import { EndpointEditor } from '../webhooks/endpoint-editor.ts';
import { createSecretSealer } from '../webhooks/endpoint-secrets.ts';
import { createSender, type WebhookSender } from '../webhooks/send.ts';
import { terminal } from './terminal.ts';
import { openStoredEvents, storeLocation, withControl } from './with-stores.ts';

export type Webhooks = {
  readonly control: ControlStore;
  readonly deliveries: DeliveryStore;
  readonly editor: EndpointEditor;
  readonly sealer: Sealer;
  readonly sender: WebhookSender;
  readonly now: () => number;
};

/** Run a command with all that webhooks need, by the settings of the environment. */
export async function withWebhooks<Result>(run: (webhooks: Webhooks) => Promise<Result>): Promise<Result> {
  const { secret, receivers: policy } = readConfig(terminal().env);
  return withControl(async (control) => {
    const opened = await openSecret(secret, { control, openEventLog: openStoredEvents });
    const deliveries = openDeliveryStore(storeLocation());
    const guard = createAddressGuard(policy);
    const sender = createSender({ guard });
    const sealer = createSecretSealer(opened);
    const { now } = terminal();
    const editor = new EndpointEditor({ control, deliveries, sealer, guard, policy, now });
    try {
      return await run({ control, deliveries, editor, sealer, sender, now });
    } finally {
      await sender.close();
      await deliveries.close();
    }
  });
}

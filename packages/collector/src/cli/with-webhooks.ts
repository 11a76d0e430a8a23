import { readConfig } from '../config.ts';
import { openSecret } from '../secrets/open-secret.ts';
import { EndpointEditor } from '../webhooks/endpoint-editor.ts';
import { openWebhookMeans, type WebhookDeps } from '../webhooks/webhook-means.ts';
import { terminal } from './terminal.ts';
import { openStoredEvents, storeLocation, withAccounts } from './with-stores.ts';

type Webhooks = WebhookDeps & { readonly editor: EndpointEditor };

/** Run a command with all that webhooks need, as the operator and by the settings of the environment. */
export async function withWebhooks<Result>(run: (webhooks: Webhooks) => Promise<Result>): Promise<Result> {
  const { secret, receivers: policy } = readConfig(terminal().env);
  return withAccounts(async (deps) => {
    const opened = await openSecret(secret, { control: deps.control, openEventLog: openStoredEvents });
    const means = openWebhookMeans({ location: storeLocation(), secret: opened, policy });
    const webhooks = { ...deps, ...means };
    try {
      return await run({ ...webhooks, editor: new EndpointEditor(webhooks) });
    } finally {
      await means.close();
    }
  });
}

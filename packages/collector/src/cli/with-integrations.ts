import { openAdDeliveryStore } from '@cvq/storage';
import { asOperator } from '../accounts/actor.ts';
import { openAdapters } from '../ad-platforms/open-adapters.ts';
import { readConfig } from '../config.ts';
import type { IntegrationDeps } from '../integrations/integration-deps.ts';
import { openSecret } from '../secrets/open-secret.ts';
import { createCredentialSealer } from '../secrets/sealer.ts';
import { terminal } from './terminal.ts';
import { openStoredEvents, storeLocation, withControl } from './with-stores.ts';

/** Run a command by the rules of integrations, as the operator. */
export async function withIntegrations<Result>(
  run: (deps: IntegrationDeps) => Promise<Result>,
): Promise<Result> {
  const { secret, platformApis } = readConfig(terminal().env);
  return withControl(async (control) => {
    const opened = await openSecret(secret, { control, openEventLog: openStoredEvents });
    const deliveries = openAdDeliveryStore(storeLocation());
    const { now } = terminal();
    const adapters = openAdapters(platformApis, now);
    try {
      return await run({
        ...asOperator(control, now),
        deliveries,
        sealer: createCredentialSealer(opened),
        adapters,
      });
    } finally {
      await deliveries.close();
    }
  });
}

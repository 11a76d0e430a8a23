// Delivers conversions to ad platforms, in a process of its own that a test may kill. Its clock stands still while
// something is due, and jumps to where something is due next.
import { openAdDeliveryStore, openControlStore } from '@cvq/storage';
import type { PlatformApis } from '../../src/ad-platforms/exchange/platform-apis.ts';
import { adDestinations } from '../../src/ad-platforms/forwarding/ad-destinations.ts';
import { cacheIntegrations } from '../../src/ad-platforms/forwarding/cache-integrations.ts';
import { Connections } from '../../src/ad-platforms/forwarding/connections.ts';
import { openAdapters } from '../../src/ad-platforms/open-adapters.ts';
import { Deliverer } from '../../src/deliveries/deliverer.ts';
import { createLog } from '../../src/log.ts';
import { createKeyedHash } from '../../src/secrets/keyed-hash.ts';
import { loadSecret } from '../../src/secrets/load-secret.ts';
import { createCredentialSealer, createUserDataSealer } from '../../src/secrets/sealer.ts';

/** What the program is started with, as JSON in its first argument. */
export type DeliverOrder = {
  readonly folder: string;
  /** Where its clock stands, in epoch milliseconds. */
  readonly now: number;
  readonly platformApis: PlatformApis;
};
/** What it says: where its clock stands now, and at last that nothing is left to be done. */
export type DeliverReport = { readonly now: number; readonly isDone: boolean };

const { folder, platformApis, ...begun } = JSON.parse(String(process.argv[2])) as DeliverOrder;
const clock = { now: begun.now };
const now = () => clock.now;
const location = { folder, migrate: false };
const secret = { sealing: loadSecret(null, folder), alsoOpening: null };
const log = createLog('info');
const control = openControlStore(location);
const queue = openAdDeliveryStore(location, { synced: false });
const adapters = openAdapters(platformApis);
const deliverer = new Deliverer({
  ...{ queue, log, now },
  destinations: adDestinations({
    ...{ deliveries: queue, adapters, control, log, now, chance: Math.random },
    integrations: cacheIntegrations(control),
    connections: new Connections({ adapters, control, sealer: createCredentialSealer(secret) }),
    sealer: createUserDataSealer(secret),
    keyedHash: createKeyedHash(secret.sealing, 'order ids'),
  }),
});

for (;;) {
  await deliverer.deliverDue();
  const nextAt = await deliverer.turn();
  if (nextAt === null) break;
  if (nextAt <= clock.now) continue;
  clock.now = nextAt;
  await report({ now: nextAt, isDone: false });
}
await report({ now: clock.now, isDone: true });
await queue.close();
await control.close();
process.disconnect();

function report(message: DeliverReport): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

import { parentPort, workerData } from 'node:worker_threads';
import { openControlStore, openDeliveryStore, type StoreLocation, watchEvents } from '@cvq/storage';
import { openBell } from './deliveries/bell.ts';
import { Deliverer } from './deliveries/deliverer.ts';
import { DeliveryLoop } from './deliveries/delivery-loop.ts';
import { createLog } from './log.ts';
import { openDeliveryFigures } from './metrics/delivery-figures.ts';
import type { InstallationSecret } from './secrets/installation-secret.ts';
import { createAddressGuard, type ReceiverPolicy } from './webhooks/address-guard.ts';
import { createSecretSealer } from './webhooks/endpoint-secrets.ts';
import { cacheEndpoints } from './webhooks/endpoints.ts';
import { createSender } from './webhooks/send.ts';
import { webhookDestinations } from './webhooks/webhook-destination.ts';
import { WebhookUpkeep } from './webhooks/webhook-upkeep.ts';

export type DeliverySettings = {
  readonly location: StoreLocation;
  readonly secret: InstallationSecret;
  readonly receivers: ReceiverPolicy;
  readonly logLevel: string;
  /** Where the thread counts how its attempts ended: the memory of `openDeliveryFigures`. */
  readonly figures: SharedArrayBuffer;
  /** Rung when a commit may have added deliveries: the memory of `openBell`. */
  readonly bell: SharedArrayBuffer;
};

/** Attempts that are under way when the collector ends may take this long to end. */
const GRACE_MS = 5_000;

const { location, secret, receivers, logLevel, figures, bell } = workerData as DeliverySettings;
const log = createLog(logLevel);
const queue = openDeliveryStore(location, { synced: false });
const control = openControlStore(location);
const endpoints = cacheEndpoints(control);
const sender = createSender({ guard: createAddressGuard(receivers) });
const sealer = createSecretSealer(secret);
const now = Date.now;
const destinations = webhookDestinations({
  ...{ endpoints, sealer, sender, log, now },
  chance: Math.random,
  figures: openDeliveryFigures(figures),
});
const webhooks = {
  deliverer: new Deliverer({ queue, destinations, log, now }),
  upkeep: new WebhookUpkeep({ queue, destinations, log }),
};
const running = new DeliveryLoop({
  ...{ log, now },
  work: [webhooks],
  bell: openBell(bell),
  watch(heard) {
    const changes = control.onChange(heard);
    const stop = watchEvents(location, heard);
    return () => {
      changes.stop();
      stop();
    };
  },
});

parentPort?.once('message', async () => {
  await running.stop(GRACE_MS);
  await sender.close();
  await queue.close();
  await control.close();
  process.exit(0);
});

import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import {
  collectStartGarbage,
  openAdDeliveryStore,
  openControlStore,
  openDeliveryStore,
  type StoreLocation,
  watchEvents,
} from '@cvq/storage';
import type { PlatformApis } from './ad-platforms/exchange/platform-apis.ts';
import { adDestinations } from './ad-platforms/forwarding/ad-destinations.ts';
import { adUpkeep } from './ad-platforms/forwarding/ad-upkeep.ts';
import { cacheIntegrations } from './ad-platforms/forwarding/cache-integrations.ts';
import { Connections } from './ad-platforms/forwarding/connections.ts';
import { openAdapters } from './ad-platforms/open-adapters.ts';
import { openBell } from './deliveries/bell.ts';
import { Deliverer } from './deliveries/deliverer.ts';
import { DeliveryLoop, type DeliveryWork } from './deliveries/delivery-loop.ts';
import { createLog } from './log.ts';
import { openAdFigures } from './metrics/ad-figures.ts';
import { openDeliveryFigures } from './metrics/delivery-figures.ts';
import type { InstallationSecret } from './secrets/installation-secret.ts';
import { createKeyedHash } from './secrets/keyed-hash.ts';
import { createCredentialSealer, createSecretSealer, createUserDataSealer } from './secrets/sealer.ts';
import { runSpendSchedule } from './spend/sync/run-spend-schedule.ts';
import { SpendSchedule } from './spend/sync/spend-schedule.ts';
import { createAddressGuard, type ReceiverPolicy } from './webhooks/address-guard.ts';
import { cacheEndpoints } from './webhooks/endpoints.ts';
import { createSender } from './webhooks/send.ts';
import { webhookDestinations } from './webhooks/webhook-destination.ts';
import { WebhookUpkeep } from './webhooks/webhook-upkeep.ts';

export type DeliverySettings = {
  readonly location: StoreLocation;
  readonly secret: InstallationSecret;
  readonly receivers: ReceiverPolicy;
  readonly platformApis: PlatformApis;
  /** From one reading of what ads cost to the next; 0 for none. */
  readonly spendSyncMs: number;
  readonly logLevel: string;
  /** Where the thread counts how its attempts ended: the memory of `openDeliveryFigures`. */
  readonly figures: SharedArrayBuffer;
  /** The same of ad platforms: the memory of `openAdFigures`. */
  readonly adFigures: SharedArrayBuffer;
  /** Rung when a commit may have added deliveries: the memory of `openBell`. */
  readonly bell: SharedArrayBuffer;
};

/** Attempts that are under way when the collector ends may take this long to end. */
const GRACE_MS = 5_000;

const settings = workerData as DeliverySettings;
const { location, secret } = settings;
const log = createLog(settings.logLevel);
const now = Date.now;
const chance = Math.random;
const control = openControlStore(location);
const webhookQueue = openDeliveryStore(location, { synced: false });
const adQueue = openAdDeliveryStore(location, { synced: false });
const sender = createSender({
  guard: createAddressGuard(settings.receivers),
  policy: settings.receivers,
});
const adapters = openAdapters(settings.platformApis);
/** One for all work of an integration, since a platform may give a token once. */
const connections = new Connections({ adapters, control, sealer: createCredentialSealer(secret) });

function webhooks(): DeliveryWork {
  const queue = webhookQueue;
  const destinations = webhookDestinations({
    sender,
    log,
    now,
    chance,
    endpoints: cacheEndpoints(control),
    sealer: createSecretSealer(secret),
    figures: openDeliveryFigures(settings.figures),
  });
  const upkeep = new WebhookUpkeep({ queue, destinations, log });
  return { deliverer: new Deliverer({ queue, destinations, log, now }), upkeep };
}

function adPlatforms(): DeliveryWork {
  const queue = adQueue;
  const destinations = adDestinations({
    deliveries: queue,
    adapters,
    control,
    log,
    now,
    chance,
    integrations: cacheIntegrations(control),
    connections,
    sealer: createUserDataSealer(secret),
    keyedHash: createKeyedHash(secret.sealing, 'order ids'),
    figures: openAdFigures(settings.adFigures),
  });
  return { deliverer: new Deliverer({ queue, destinations, log, now }), upkeep: adUpkeep(queue) };
}

const running = new DeliveryLoop({
  log,
  now,
  work: [webhooks(), adPlatforms()],
  bell: openBell(settings.bell),
  watch(heard) {
    const changes = control.onChange(heard);
    const stop = watchEvents(location, heard);
    return () => {
      changes.stop();
      stop();
    };
  },
});

/** What ads cost, read beside the deliveries. */
const spend =
  settings.spendSyncMs === 0
    ? null
    : runSpendSchedule({
        schedule: new SpendSchedule({
          control,
          store: control,
          adapters,
          connections,
          log,
          now,
          everyMs: settings.spendSyncMs,
        }),
        log,
        now,
        watch(heard) {
          const changes = control.onChange(heard);
          return () => changes.stop();
        },
        wait: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
      });

collectStartGarbage();

parentPort?.once('message', async () => {
  await Promise.all([running.stop(GRACE_MS), spend?.stop()]);
  await sender.close();
  await webhookQueue.close();
  await adQueue.close();
  await control.close();
  process.exit(0);
});

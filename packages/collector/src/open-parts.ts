import { openAdDeliveries } from './ad-platforms/forwarding/open-ad-deliveries.ts';
import { watchIntegrations } from './ad-platforms/forwarding/watch-integrations.ts';
import { closePart } from './close-part.ts';
import type { Config } from './config.ts';
import { openRemovals } from './dashboard-api/removals.ts';
import { openBell } from './deliveries/bell.ts';
import { Deliveries } from './deliveries/deliveries.ts';
import { isOfDemo } from './demo/demo-integrations.ts';
import { ErasureRuns } from './erasure/erasure-runs.ts';
import { openErasureThread } from './erasure/open-erasure-thread.ts';
import type { Log } from './log.ts';
import type { OpenStores } from './open-stores.ts';
import { createErasureSealer } from './secrets/sealer.ts';
import { Intake } from './track/intake.ts';
import { watchEndpoints } from './webhooks/watch-endpoints.ts';
import { webhookMeansOnDemand } from './webhooks/webhook-means.ts';

type Surroundings = {
  readonly config: Config;
  readonly log: Log;
  readonly now: () => number;
  /** What is opened goes there at once, or to what writes. */
  readonly opened: AsyncDisposableStack;
  /** Resolves when the last request has been answered. Deliveries end meanwhile: each may take seconds. */
  drain(): Promise<void>;
};

export type Parts = ReturnType<typeof openParts>;

/** What stores events, sends deliveries and erases, over the stores. */
export function openParts(stores: OpenStores, { config, log, now, opened, drain }: Surroundings) {
  const { location, control, secret, writing } = stores;
  const { cityFile, projectBytes, holdMs, receivers, platformApis, spendSyncMs } = config;
  const sharesGroups = config.browserRate > 0;
  const bell = openBell();
  const settings = { location, secret, bell: bell.buffer };
  const intake = writing.adopt(
    new Intake({ ...settings, cityFile, projectBytes, sharesGroups, holdMs, now }, log),
    closePart,
  );
  const webhooks = writing.adopt(watchEndpoints({ location, control, now }), closePart);
  const integrations = writing.adopt(
    watchIntegrations({ location, control, now, isMadeUp: isOfDemo }),
    closePart,
  );
  const deliveries = new Deliveries(
    { ...settings, receivers, platformApis, spendSyncMs, logLevel: log.level },
    {
      hasWork: async () => (await webhooks.hasWork()) || (await integrations.hasWork()),
      control,
      log,
    },
  );
  opened.defer(async () => {
    await Promise.all([deliveries.close(), drain()]);
  });
  const adDeliveries = writing.adopt(openAdDeliveries(location, bell), closePart);
  const removals = writing.adopt(openRemovals(location, { control, bell }), closePart);
  const webhookMeans = writing.adopt(
    webhookMeansOnDemand({
      location: { ...location, migrate: false },
      secret,
      policy: receivers,
      wake: () => bell.ring(),
    }),
    closePart,
  );
  return {
    intake,
    webhooks,
    integrations,
    deliveries,
    adDeliveries,
    removals,
    webhookMeans,
    ...openErasures(stores, { log, now }),
  };
}

/** What erases in a thread of its own, and what begins the erasures that are asked for. */
function openErasures(
  { location, control, secret, writing }: OpenStores,
  { log, now }: Pick<Surroundings, 'log' | 'now'>,
) {
  const work = writing.adopt(
    openErasureThread({ location: { ...location, migrate: false }, secret }),
    closePart,
  );
  const erasing = { sealer: createErasureSealer(secret), work };
  const erasures = writing.adopt(
    new ErasureRuns({
      ...erasing,
      control,
      now,
      onFailure: (error, erasure) =>
        log.error({ err: error, erasure }, 'An erasure failed; it is tried again within an hour'),
    }),
    closePart,
  );
  return { erasing, erasures };
}
